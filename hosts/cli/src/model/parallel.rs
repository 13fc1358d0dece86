//! Several requests at once, on threads that end with the call.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `act` to each item, on at most so many threads; the results are in the items' order.
pub fn parallel<T: Sync, R: Send>(items: &[T], at_once: usize, act: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if items.len() <= 1 || at_once <= 1 {
        return items.iter().map(act).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, act(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..at_once.min(items.len())).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_keep_their_order_and_no_more_threads_run_than_were_allowed() {
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let items: Vec<usize> = (0..40).collect();
        let results = parallel(&items, 3, |item| {
            most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis((item % 3) as u64));
            running.fetch_sub(1, Ordering::SeqCst);
            item * 2
        });
        assert_eq!(results, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert_eq!(most.into_inner(), 3);
        assert_eq!(parallel(&[] as &[usize], 3, |item| *item), [0; 0]);
    }
}
