//! What was kept gives back what was acknowledged, wherever it was cut, and nothing else.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use memolet::Engine;
use proptest::prelude::*;

/// The journal so far, and the state's hash after each command.
struct Told {
    host: Host,
    hashes: Vec<String>,
    /// A snapshot after each command, and the journal's length then.
    kept: Vec<(Vec<u8>, usize)>,
}

fn told(steps: &[u8]) -> Told {
    let mut host = Host::embedding();
    let mut told = Told { hashes: vec![host.engine.state_hash()], kept: vec![], host: Host::new() };
    let ana = Labels { session: Some("s".into()), ..user("ana") };
    let mut ids: Vec<String> = vec![];
    for (n, step) in steps.iter().enumerate() {
        host.pass(1_000);
        let id = ids.get(usize::from(*step) % ids.len().max(1)).cloned().unwrap_or_default();
        let now = host.now;
        let engine = &mut host.engine;
        match step % 9 {
            0 | 1 => {
                ids.extend(engine.remember(&ana, &at("Ana", "home", ["Leeds", "York"][n % 2]), now, None).unwrap().id)
            }
            2 | 3 => ids.extend(engine.remember(&ana, &say(&format!("Event {n} happened.")), now, None).unwrap().id),
            4 => drop(engine.act(&ana, &id, &Act::Archive, Some("tidy"), now, None)),
            5 => drop(engine.act(&ana, &id, &Act::End { at: None }, None, now, Some(&format!("k{n}")))),
            6 => drop(engine.used(&ana, &[id], now, None)),
            7 => drop(engine.turn(&ana, &message(&format!("turn {n}")), now, None)),
            _ => drop(engine.checkpoint(&ana, "half way", now, None)),
        }
        drain_recording(&mut host, &mut told);
    }
    told.host = host;
    told
}

/// Drains, noting the hash after every write.
fn drain_recording(host: &mut Host, told: &mut Told) {
    while let Some(request) = host.engine.poll(host.now).unwrap() {
        let answer = match &request.task {
            Task::Append(bytes) => {
                host.disk.journal.extend_from_slice(bytes);
                told.hashes.push(host.engine.state_hash());
                told.kept.push((host.engine.snapshot().unwrap(), host.disk.journal.len()));
                Answer::Stored
            }
            Task::Embed(texts) => Answer::Vectors(texts.iter().map(|text| embed(text)).collect()),
            other => panic!("{other:?}"),
        };
        host.engine.answer(request.ticket, answer, host.now).unwrap();
    }
}

fn message(text: &str) -> Message {
    Message { role: Role::User, actor: None, text: text.into(), at: None, ref_: None }
}

fn open(host: &Host, snapshot: Option<&[u8]>, journal: &[u8]) -> Result<Engine> {
    Engine::open(host.options.clone(), snapshot, journal, host.now)
}

const STORY: [u8; 14] = [0, 2, 1, 4, 7, 2, 5, 6, 0, 8, 3, 4, 1, 7];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// At any split, and also where the journal still holds frames that are in the snapshot: a crash
    /// between the snapshot's rename and the journal's truncation.
    #[test]
    fn snapshot_and_journal_equal_the_live_state(steps in prop::collection::vec(any::<u8>(), 1..30)) {
        let told = told(&steps);
        let live = told.host.engine.state_hash();
        let journal = &told.host.disk.journal;
        prop_assert_eq!(open(&told.host, None, journal).unwrap().state_hash(), live.clone());
        for (snapshot, at) in &told.kept {
            let split = open(&told.host, Some(snapshot), &journal[*at..]).unwrap();
            prop_assert_eq!(split.state_hash(), live.clone());
            prop_assert_eq!(split.snapshot().unwrap(), told.host.engine.snapshot().unwrap());
            let crashed = open(&told.host, Some(snapshot), journal).unwrap();
            prop_assert_eq!(crashed.state_hash(), live.clone());
            crashed.verify().unwrap();
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), valid in any::<bool>()) {
        let host = Host::new();
        let mut snapshot = host.engine.snapshot().unwrap();
        prop_assert!(open(&host, Some(&bytes), &[]).is_err() || bytes.is_empty());
        drop(open(&host, None, &bytes));
        drop(open(&host, Some(&snapshot), &bytes));
        // A valid header and checksum over nonsense: what a fuzzer with a checksum would find.
        let mut frame = host.disk.journal.clone();
        let body = if valid { bytes } else { snapshot[48..].iter().rev().copied().collect() };
        snapshot.truncate(48);
        reseal_snapshot(&mut snapshot, &body);
        drop(open(&host, Some(&snapshot), &[]));
        frame.truncate(24);
        reseal_frame(&mut frame, &body);
        drop(open(&host, None, &frame));
    }

    /// A snapshot whose state is damaged under a checksum that is right.
    #[test]
    fn a_resealed_snapshot_never_panics(at in 0usize..4_000, bit in 0u8..8) {
        let told = told(&STORY);
        let mut snapshot = told.host.engine.snapshot().unwrap();
        let mut body = snapshot[48..].to_vec();
        let at = at % body.len();
        body[at] ^= 1 << bit;
        reseal_snapshot_keeping_lengths(&mut snapshot, &body);
        if let Ok(engine) = open(&told.host, Some(&snapshot), &[]) {
            let ana = user("ana");
            drop(engine.recall(&ana, &ask("Where does Ana live?"), told.host.now));
            drop(engine.list(&ana, &Listing::default(), told.host.now));
            drop(engine.stats(told.host.now));
            drop(engine.verify());
        }
    }
}

fn reseal_snapshot(header: &mut Vec<u8>, body: &[u8]) {
    let mut body = body.to_vec();
    let state = body.len() as u64;
    body.resize(body.len().next_multiple_of(16), 0);
    header[24..32].copy_from_slice(&state.to_le_bytes());
    header[32..40].copy_from_slice(&0u64.to_le_bytes());
    reseal_snapshot_keeping_lengths(header, &body);
}

fn reseal_snapshot_keeping_lengths(snapshot: &mut Vec<u8>, body: &[u8]) {
    snapshot.truncate(48);
    snapshot[12..16].copy_from_slice(&checksum(body).to_le_bytes());
    let header = checksum(&snapshot[..44]).to_le_bytes();
    snapshot[44..48].copy_from_slice(&header);
    snapshot.extend_from_slice(body);
}

fn reseal_frame(header: &mut Vec<u8>, payload: &[u8]) {
    header[4..8].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    header[16..20].copy_from_slice(&checksum(payload).to_le_bytes());
    let checksum = checksum(&header[..20]).to_le_bytes();
    header[20..24].copy_from_slice(&checksum);
    header.extend_from_slice(payload);
}

/// As docs/format.md has it.
fn checksum(bytes: &[u8]) -> u32 {
    twox_hash::XxHash64::oneshot(0, bytes) as u32
}

#[test]
fn a_journal_cut_anywhere_is_an_earlier_state() {
    let told = told(&STORY);
    let journal = &told.host.disk.journal;
    for end in 0..=journal.len() {
        let engine = open(&told.host, None, &journal[..end]).unwrap();
        if engine.opened().sequence > 1 || engine.opened().dropped_bytes == 0 && end > 0 {
            assert!(told.hashes.contains(&engine.state_hash()), "cut at {end}");
        }
        let whole = told.kept.iter().map(|(_, at)| *at).filter(|at| *at <= end).max();
        if let Some(whole) = whole {
            assert_eq!(engine.opened().dropped_bytes as usize, end - whole, "cut at {end}");
        }
    }
}

#[test]
fn a_flipped_bit_is_an_earlier_state_or_corrupt_with_an_offset() {
    let told = told(&STORY);
    let mut journal = told.host.disk.journal.clone();
    let mut earlier = 0;
    for at in 0..journal.len() {
        let bit = 1 << (at % 8);
        journal[at] ^= bit;
        match open(&told.host, None, &journal) {
            Ok(engine) => {
                earlier += 1;
                assert!(told.hashes.contains(&engine.state_hash()), "bit of byte {at}");
            }
            Err(Failure::Corrupt(text)) => assert!(text.contains("offset"), "{text}"),
            Err(other) => panic!("byte {at}: {other}"),
        }
        journal[at] ^= bit;
    }
    assert!(earlier > 0, "damage to the last frame's content is a torn write");
}

#[test]
fn a_flipped_bit_of_a_snapshot_is_corrupt() {
    let told = told(&STORY);
    let mut snapshot = told.host.engine.snapshot().unwrap();
    for at in 0..snapshot.len() {
        for bit in [1, 0x80] {
            snapshot[at] ^= bit;
            assert!(matches!(open(&told.host, Some(&snapshot), &[]), Err(Failure::Corrupt(_))), "byte {at}");
            snapshot[at] ^= bit;
        }
    }
    for end in 1..snapshot.len() {
        assert!(matches!(open(&told.host, Some(&snapshot[..end]), &[]), Err(Failure::Corrupt(_))), "cut at {end}");
    }
}

#[test]
fn a_journal_without_its_beginning_is_corrupt() {
    let told = told(&STORY);
    let journal = &told.host.disk.journal;
    let (_, second) = told.kept[1];
    assert!(matches!(open(&told.host, None, &journal[second..]), Err(Failure::Corrupt(_))));
    let (early, _) = &told.kept[0];
    let (_, late) = told.kept[3];
    assert!(matches!(open(&told.host, Some(early), &journal[late..]), Err(Failure::Corrupt(_))));
}

#[test]
fn another_tenant_or_embedder_is_refused() {
    let told = told(&STORY);
    let open = |options: Options| Engine::open(options, None, &told.host.disk.journal, START);
    let other = Options { tenant: "other".into(), ..told.host.options.clone() };
    assert!(matches!(open(other), Err(Failure::Denied(_))));
    let other = Some(EmbedderInfo { name: "words".into(), dimensions: 8 });
    assert!(matches!(
        open(Options { embedder: other, ..told.host.options.clone() }),
        Err(Failure::EmbedderMismatch(_))
    ));
    let kept = open(Options { embedder: None, ..told.host.options.clone() }).unwrap();
    assert_eq!(kept.opened().embedder, told.host.options.embedder);
}
