//! Vectors and queries from integers alone, so that every machine draws the same: a mixture of 200
//! gaussians. A gaussian number is the sum of eight bytes.

const CLUSTERS: u64 = 200;
/// Rank of the second form of noise.
const RANK: usize = 24;
/// A centre weighs 10, noise 7 (sigma 0.7), and what parts a query from its row 3.
const WEIGHTS: (i64, i64, i64) = (10, 7, 3);

/// The mixture that rows are drawn from.
#[derive(Debug)]
pub struct Mixture {
    pub dimensions: usize,
    low_rank: bool,
    seed: u64,
    /// Centres, one after another.
    centres: Vec<i64>,
    /// Each cluster's `RANK` directions; empty for the isotropic form.
    directions: Vec<i64>,
}

impl Mixture {
    pub fn new(dimensions: usize, low_rank: bool, seed: u64) -> Self {
        let stream = |kind: u64, count: usize| -> Vec<i64> {
            (0..CLUSTERS).flat_map(|cluster| Draw::of(seed, kind, cluster).take(count).collect::<Vec<_>>()).collect()
        };
        let directions = if low_rank { stream(1, RANK * dimensions) } else { vec![] };
        Self { dimensions, low_rank, seed, centres: stream(0, dimensions), directions }
    }

    /// A row at length 1.
    pub fn row(&self, row: u32) -> Vec<f32> {
        unit(&self.raw(row))
    }

    /// A query near a row, at length 1.
    pub fn query(&self, number: u32, rows: u32) -> Vec<f32> {
        let mut values = self.raw(self.target(number, rows));
        for (value, noise) in values.iter_mut().zip(Draw::of(self.seed, 4, u64::from(number))) {
            *value += WEIGHTS.2 * noise;
        }
        unit(&values)
    }

    /// The row that a query is near.
    pub fn target(&self, number: u32, rows: u32) -> u32 {
        (Draw::of(self.seed, 3, u64::from(number)).bits() % u64::from(rows.max(1))) as u32
    }

    fn raw(&self, row: u32) -> Vec<i64> {
        let mut draw = Draw::of(self.seed, 2, u64::from(row));
        let cluster = (draw.bits() % CLUSTERS) as usize;
        let centre = &self.centres[cluster * self.dimensions..][..self.dimensions];
        let noise = self.noise(cluster, &mut draw);
        centre.iter().zip(noise).map(|(centre, noise)| WEIGHTS.0 * centre + WEIGHTS.1 * noise).collect()
    }

    fn noise(&self, cluster: usize, draw: &mut Draw) -> Vec<i64> {
        if !self.low_rank {
            return draw.take(self.dimensions).collect();
        }
        let mut noise = vec![0; self.dimensions];
        let directions = &self.directions[cluster * RANK * self.dimensions..][..RANK * self.dimensions];
        for (direction, amount) in directions.chunks_exact(self.dimensions).zip(draw) {
            noise.iter_mut().zip(direction).for_each(|(sum, part)| *sum += amount * part);
        }
        // The root of 24 times the deviation of one number, 209: as strong as the other form.
        noise.iter().map(|sum| sum / 1_024).collect()
    }
}

/// The sum of squares is exact, and a square root and a quotient are the same everywhere.
fn unit(values: &[i64]) -> Vec<f32> {
    let length = (values.iter().map(|value| value * value).sum::<i64>() as f64).sqrt();
    values.iter().map(|value| (*value as f64 / length) as f32).collect()
}

/// SplitMix64 (Steele, Lea, Flood, 2014), one stream a purpose and number.
struct Draw(u64);

impl Draw {
    fn of(seed: u64, purpose: u64, number: u64) -> Self {
        let mut draw = Self(seed ^ purpose.wrapping_mul(0xd1b5_4a32_d192_ed03));
        draw.0 = draw.bits() ^ number.wrapping_mul(0x8cb9_2ba7_2f3d_8dd7);
        draw.bits();
        draw
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Gaussian numbers around 0 with a deviation of 209, without end.
impl Iterator for Draw {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        Some(self.bits().to_le_bytes().iter().map(|byte| i64::from(*byte)).sum::<i64>() - 1_020)
    }
}
