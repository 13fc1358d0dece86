// JSON with whole numbers of 64 bits: what is written and read is exact, and nothing else is changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support/bundle.mjs";

const { Rounded, parse, stringify } = await load("src/json.ts");

test("a whole number beyond 2^53 is a bigint, and the number that it is in the text", () => {
  const value = { n: 1234567890123456789n, list: [-1234567890123456788n, 18446744073709551615n], small: 5, half: 0.5 };
  const text = '{"n":1234567890123456789,"list":[-1234567890123456788,18446744073709551615],"small":5,"half":0.5}';
  assert.equal(stringify(value), text);
  assert.deepEqual(parse(text), value);
});

test("digits in a text, short and floating numbers stay what they are", () => {
  const value = {
    a: 'say "1234567890123456789", \\', "1234567890123456789": 1, b: 9007199254740991, c: 1.2345678901234567, d: 1e21, e: 0.1 + 0.2, f: -0.30000000000000004,
  };
  assert.deepEqual(parse(stringify(value)), value);
  assert.deepEqual(parse('["\\\\", 1234567890123456789]'), ["\\", 1234567890123456789n]);
  assert.deepEqual(parse('[1234567890123456789.5, 12345678901234567e2]'), [1234567890123456789.5, 12345678901234567e2]);
});

test("a number that was rounded before it came is refused", () => {
  assert.throws(() => stringify({ n: 1234567890123456789 }, true), Rounded);
  assert.equal(stringify({ n: 1e300 }), '{"n":1e+300}');
});
