// The patterns of case files: tests/cases/README.md says what they mean.

/** Throws where a value is not as a pattern says. What it captures is put into `captures`. */
export function match(pattern, actual, captures, path = "") {
  if (isObject(pattern) && Object.keys(pattern).some((key) => key.startsWith("$"))) {
    return operators(pattern, actual, captures, path);
  }
  if (actual === undefined) throw miss(path, "absent", pattern);
  if (typeof pattern === "string") return matchText(pattern, actual, captures, path);
  if (isObject(pattern) && isObject(actual)) {
    const entries = Object.entries(pattern);
    return entries.forEach(([key, value]) => match(value, own(actual, key), captures, `${path}.${key}`));
  }
  if (Array.isArray(pattern) && Array.isArray(actual)) {
    if (pattern.length !== actual.length) throw miss(path, `${actual.length} elements`, pattern.length);
    return pattern.forEach((value, index) => match(value, actual[index], captures, `${path}[${index}]`));
  }
  if (pattern !== actual) throw miss(path, JSON.stringify(actual), pattern);
}

/** A request with its captures put in. */
export function fill(value, captures) {
  if (typeof value === "string") {
    const name = nameOf(value);
    return name === undefined ? interpolate(value, captures) : captured(name, captures);
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, captures));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, captures)]));
}

/** `${name}` inside a text; `$$` is a dollar sign. */
export function interpolate(text, captures) {
  return text.replace(/\$(?:\{([^}]*)\}|\$)?/g, (whole, name) => {
    if (name === undefined) return "$";
    const value = captured(name, captures);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

function matchText(pattern, actual, captures, path) {
  if (pattern === "*") return;
  const name = nameOf(pattern);
  if (name !== undefined && !captures.has(name)) return void captures.set(name, actual);
  const expected = name === undefined ? interpolate(pattern, captures) : captures.get(name);
  if (!equal(expected, actual)) throw miss(path, JSON.stringify(actual), expected);
}

function operators(pattern, actual, captures, path) {
  for (const [operator, operand] of Object.entries(pattern)) {
    if (!holds(operator, operand, actual, captures, path)) {
      throw miss(path, JSON.stringify(actual), `${operator} ${JSON.stringify(operand)}`);
    }
  }
}

function holds(operator, operand, actual, captures, path) {
  if (operator === "$absent") return (actual === undefined) === operand;
  if (operator === "$near") return typeof actual === "number" && Math.abs(actual - operand[0]) <= operand[1];
  if (!["$length", "$includes", "$excludes"].includes(operator)) throw new Error(`${operator} is no operator`);
  if (!Array.isArray(actual)) throw miss(path, JSON.stringify(actual), `a list for ${operator}`);
  if (operator === "$length") return actual.length === operand;
  if (operator === "$excludes") return !actual.some((item) => tries(operand, item, new Map(captures)));
  return operand.every((wanted) => actual.some((item) => tries(wanted, item, captures)));
}

/** Whether a value matches. Captures are kept only when it does. */
function tries(pattern, item, captures) {
  const tried = new Map(captures);
  try {
    match(pattern, item, tried);
  } catch {
    return false;
  }
  tried.forEach((value, name) => captures.set(name, value));
  return true;
}

function captured(name, captures) {
  if (!captures.has(name)) throw new Error(`$${name} was never captured`);
  return captures.get(name);
}

function nameOf(text) {
  return /^\$([A-Za-z0-9_]+)$/.exec(text)?.[1];
}

function own(object, key) {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function equal(a, b) {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

function miss(path, actual, expected) {
  const wanted = typeof expected === "string" ? expected : JSON.stringify(expected);
  return new Error(`${path || "the response"}: ${actual}, expected ${wanted}`);
}
