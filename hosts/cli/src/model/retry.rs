//! Trying again: only what may pass by itself, a few times, later each time, and never beyond the end.

use std::time::{Duration, Instant};

use super::ModelError;

/// Tries of one request.
const MOST_TRIES: u32 = 4;
/// The wait after the first try; it doubles from there.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(8);

/// A try that failed.
#[derive(Debug)]
pub struct Setback {
    /// What went wrong.
    pub error: ModelError,
    /// Whether it may go right another time.
    pub passing: bool,
    /// How long the server wants to be left alone.
    pub wait: Option<Duration>,
}

/// Statuses that may pass: time-out, too many requests, and the server's own troubles.
pub fn may_pass(status: u16) -> bool {
    matches!(status, 408 | 429 | 500..=599)
}

/// Tries until it works, cannot work, or the end comes. `attempt` gets the time that is left.
pub fn persist<T>(end: Instant, mut attempt: impl FnMut(Duration) -> Result<T, Setback>) -> Result<T, Setback> {
    let mut tries = 0;
    loop {
        let setback = match attempt(end.saturating_duration_since(Instant::now())) {
            Ok(value) => return Ok(value),
            Err(setback) => setback,
        };
        tries += 1;
        let wait = setback.wait.unwrap_or_else(|| backoff(tries));
        let left = end.saturating_duration_since(Instant::now());
        if !setback.passing || tries >= MOST_TRIES || wait >= left {
            return Err(setback);
        }
        std::thread::sleep(wait);
    }
}

/// Twice as long each time, less a random part of up to a half: clients that failed together do not
/// come back together.
fn backoff(tries: u32) -> Duration {
    let whole = FIRST_WAIT.saturating_mul(1 << (tries - 1).min(16)).min(LONGEST_WAIT);
    let random = getrandom::u32().unwrap_or(0);
    whole.mul_f64(1.0 - f64::from(random) / f64::from(u32::MAX) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setback(status: u16, wait: Option<u64>) -> Setback {
        let wait = wait.map(Duration::from_millis);
        Setback { error: ModelError::Status(status), passing: may_pass(status), wait }
    }

    /// Tries with these statuses in turn; gives how many tries there were, and how it ended.
    fn run(statuses: &[u16], wait: Option<u64>, limit: Duration) -> (usize, Result<(), ModelError>) {
        let mut tries = 0;
        let result = persist(Instant::now() + limit, |_| {
            tries += 1;
            statuses.get(tries - 1).map_or(Ok(()), |status| Err(setback(*status, wait)))
        });
        (tries, result.map_err(|setback| setback.error))
    }

    #[test]
    fn only_what_may_pass_is_tried_again_and_four_times_at_most() {
        let long = Duration::from_secs(60);
        assert_eq!(run(&[429, 503], Some(1), long), (3, Ok(())));
        assert_eq!(run(&[500; 9], Some(1), long), (4, Err(ModelError::Status(500))));
        for status in [400, 401, 404, 422, 307] {
            assert_eq!(run(&[status], Some(1), long), (1, Err(ModelError::Status(status))));
        }
    }

    #[test]
    fn no_wait_outlasts_the_end() {
        let start = Instant::now();
        assert_eq!(run(&[429; 9], Some(60_000), Duration::from_secs(1)).0, 1);
        assert!(start.elapsed() < Duration::from_millis(500));
    }

    #[test]
    fn waits_double_and_vary() {
        for (tries, whole) in [(1, 250), (2, 500), (3, 1000), (20, 8000)] {
            let wait = backoff(tries).as_millis();
            assert!(wait >= whole / 2 && wait <= whole, "{tries}: {wait}");
        }
    }
}
