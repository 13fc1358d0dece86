//! The component's SIMD search finds what exact arithmetic finds. Natively the search runs a plain
//! loop, so only the component can show that its own kernel is right.

mod support;

use serde_json::{Value, json};
use support::Exec;

const ROWS: usize = 300;

#[test]
fn the_components_nearest_are_the_exact_nearest() {
    for dimensions in [8, 16, 40, 100, 384] {
        let mut exec = Exec::start(&[]);
        let embedder = json!({"name": "test", "dimensions": dimensions});
        let policy = json!({"version": "v", "calibration": {"test": {"low": 0, "high": 1}}});
        let args = json!({"tenant": "t", "seed": "s", "embedder": embedder, "policy": policy});
        ask(&mut exec, json!({"op": "open", "now": 1, "args": args}));
        let mut draw = 7_u64;
        let rows: Vec<Vec<f32>> = (0..ROWS).map(|_| vector(&mut draw, dimensions)).collect();
        for (row, embedding) in rows.iter().enumerate() {
            let args = json!({"text": format!("row {row}"), "embedding": embedding});
            ask(&mut exec, json!({"op": "remember", "now": 2, "scope": {"user": "ana"}, "args": args}));
        }
        let query = vector(&mut draw, dimensions);
        let args = json!({"embedding": query, "k": 3, "minRelevance": 0});
        let answer = ask(&mut exec, json!({"op": "recall", "now": 3, "scope": {"user": "ana"}, "args": args}));
        let best = (0..ROWS).max_by(|a, b| cosine(&rows[*a], &query).total_cmp(&cosine(&rows[*b], &query)));
        let best = best.expect("there are rows");
        let hit = &answer["ok"]["hits"][0];
        assert_eq!(hit["text"], format!("row {best}"), "{dimensions} dimensions");
        let told = hit["parts"]["vector"].as_f64().expect("a part");
        let exact = f64::from(cosine(&rows[best], &query)).clamp(0.0, 1.0);
        assert!((told - exact).abs() < 1e-4, "{dimensions} dimensions: {told}, exactly {exact}");
    }
}

fn ask(exec: &mut Exec, request: Value) -> Value {
    let answer = exec.line(&request.to_string()).expect("an answer");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert!(answer.get("ok").is_some(), "{request}: {answer}");
    answer
}

/// Components of -1..1, drawn from integers.
fn vector(draw: &mut u64, dimensions: usize) -> Vec<f32> {
    let mut next = || {
        *draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*draw >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..dimensions).map(|_| next()).collect()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}
