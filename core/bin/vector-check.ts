// Compares worked examples with the results of the formulas, case by case.

import { exact, type Fraction } from '../src/formula/index.ts';
import { decimalsOf, printDecimals, readDecimal } from './decimal.ts';
import { type Found, Given, kinds } from './vector-kinds.ts';

export interface Checked {
  /** One line per case: id, kind, expected, found, ok or CHANGED; separated by tabs. */
  readonly lines: readonly string[];
  readonly cases: number;
  readonly failed: number;
}

/** Whether two fractions are equal. */
function same(a: Fraction, b: Fraction): boolean {
  return exact.compare(a, b) === 0;
}

interface One {
  readonly expected: string;
  readonly got: string;
  readonly ok: boolean;
}

/** One printed value: the result is rounded to nearest at its decimals, then compared as numbers. */
function one(expected: unknown, value: Fraction | undefined): One {
  if (typeof expected !== 'string' && typeof expected !== 'number')
    throw new Error(`expected decimal texts in "out", got ${JSON.stringify(expected)}`);
  const text = String(expected);
  const wanted = readDecimal(text);
  if (value === undefined) return { expected: text, got: '-', ok: false };
  const got = printDecimals(value, decimalsOf(text));
  return { expected: text, got, ok: same(readDecimal(got), wanted) };
}

/** One name of `out`: a value, a list of values, or numerator and denominator of an exact fraction. */
function compareNamed(name: string, out: Readonly<Record<string, unknown>>, found: Found): One {
  const expected = out[name];
  if (name.endsWith('Num')) {
    const stem = name.slice(0, -'Num'.length);
    const value = found[stem];
    const wanted = exact.over(readDecimal(expected), readDecimal(out[`${stem}Den`]));
    const text = `${String(expected)}/${String(out[`${stem}Den`])}`;
    if (value === undefined || Array.isArray(value)) return { expected: text, got: '-', ok: false };
    const single = value as Fraction;
    const ok = same(single, wanted);
    return { expected: text, got: ok ? text : `${single.num}/${single.den}`, ok };
  }
  const value = found[name];
  if (Array.isArray(expected)) {
    const values = Array.isArray(value) ? (value as readonly Fraction[]) : [];
    const parts = expected.map((part, at) => one(part, values[at]));
    const long = values.length === expected.length;
    return {
      expected: parts.map((part) => part.expected).join(' '),
      got: parts.map((part) => part.got).join(' ') + (long ? '' : ` (${values.length} values)`),
      ok: long && parts.every((part) => part.ok),
    };
  }
  return one(expected, Array.isArray(value) ? undefined : (value as Fraction | undefined));
}

function checkCase(given: Readonly<Record<string, unknown>>): { line: string; ok: boolean } {
  const [id, kind] = [given['id'], given['kind']].map((name) => (typeof name === 'string' ? name : '?')) as [
    string,
    string,
  ];
  const formula = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (formula === undefined) return { line: [id, kind, '-', 'unknown kind', 'CHANGED'].join('\t'), ok: false };
  try {
    const out = given['out'];
    if (typeof out !== 'object' || out === null || Array.isArray(out))
      throw new Error('expected "out" to be an object');
    const named = out as Readonly<Record<string, unknown>>;
    const found = formula(new Given(given['in']));
    const names = Object.keys(named).filter((name) => !(name.endsWith('Den') && `${name.slice(0, -3)}Num` in named));
    if (names.length === 0) throw new Error('expected something in "out"');
    const parts = names.map((name) => [name, compareNamed(name, named, found)] as const);
    const ok = parts.every(([, part]) => part.ok);
    const expected = parts.map(([name, part]) => `${name}=${part.expected}`).join(' ');
    const got = parts.map(([name, part]) => `${name}=${part.got}`).join(' ');
    return { line: [id, kind, expected, got, ok ? 'ok' : 'CHANGED'].join('\t'), ok };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { line: [id, kind, '-', `cannot be read: ${why}`, 'CHANGED'].join('\t'), ok: false };
  }
}

/** Checks the text of a file. Throws when it is not a list of cases. */
export function check(text: string): Checked {
  let cases: unknown;
  try {
    cases = JSON.parse(text);
  } catch (error) {
    throw new Error(`Expected a file of JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(cases) || cases.length === 0) throw new Error('Expected a list of at least one case.');
  const checked = (cases as readonly unknown[]).map((one, at) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      throw new Error(`Expected case ${at + 1} to be an object, got ${JSON.stringify(one)}.`);
    return checkCase(one as Readonly<Record<string, unknown>>);
  });
  return {
    lines: checked.map(({ line }) => line),
    cases: checked.length,
    failed: checked.filter(({ ok }) => !ok).length,
  };
}
