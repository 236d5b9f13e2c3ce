// No piece of code stands twice (issue 17, "Done when" 3): two runs of 13 equal lines share one function, component or
// table instead.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../ensure.mjs';
import { codeFiles, isGenerated, isTest } from './source-files.ts';

/** Minimum length of a run. */
const RUN = 13;
/** So many of its lines contain a word; a run of closing brackets is no copy. */
const SUBSTANCE = 7;

/** Equal by design, with the reason. */
const INTENDED: Readonly<Record<string, string>> = {};

/** Still to be shared; this list only shrinks. */
const LEFT: readonly string[] = [];

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

interface Source {
  readonly file: string;
  readonly lines: readonly Line[];
}

interface Copy {
  readonly pair: string;
  readonly places: string;
}

/** The lines that are compared: without indentation, empty lines, imports and re-exports. */
function comparedLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let inImport = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (inImport || /^import\b(?!\()/.test(line)) inImport = !/['"];?$/.test(line);
    else if (line !== '' && !/^export\b.* from ['"]/.test(line)) lines.push({ text: line, number: index + 1 });
  }
  return lines;
}

const hasWord = ({ text }: Line): boolean => /\w/.test(text) && !/^(\/\/|\/?\*)/.test(text);

/** How many lines of `a` from `i` on equal those of `b` from `j` on. */
function runLength(a: readonly Line[], i: number, b: readonly Line[], j: number): number {
  let length = 0;
  while (i + length < a.length && a[i + length]?.text === b[j + length]?.text) length += 1;
  return length;
}

/** The number of a pair of numbers, the same for equal pairs. */
function pairNumbers(): (one: number, two: number) => number {
  const numbers = new Map<number, number>();
  return (one, two) => {
    const key = one * 2 ** 26 + two;
    const known = numbers.get(key) ?? numbers.size;
    if (known === numbers.size) numbers.set(key, known);
    return known;
  };
}

/** Gives each run of 13 lines a number, the same for equal runs: by runs of two, four and eight, of which two overlap. */
function numberRuns(): (lines: readonly Line[]) => readonly number[] {
  const texts = new Map<string, number>();
  const [two, four, eight, thirteen] = [pairNumbers(), pairNumbers(), pairNumbers(), pairNumbers()];
  const joined = (of: readonly number[], gap: number, number: (one: number, two: number) => number): number[] =>
    of.slice(gap).map((later, at) => number(of[at] ?? 0, later));
  return (lines) => {
    const ones = lines.map(({ text }) => {
      const known = texts.get(text) ?? texts.size;
      texts.set(text, known);
      return known;
    });
    const eights = joined(joined(joined(ones, 1, two), 2, four), 4, eight);
    return joined(eights, RUN - 8, thirteen);
  };
}

/** Every run of at least 13 equal lines, once a pair of places. */
function copiesIn(sources: readonly Source[]): readonly Copy[] {
  const runsOf = numberRuns();
  const seen = new Map<number, { readonly source: Source; readonly at: number }[]>();
  const copies: Copy[] = [];
  for (const source of sources) {
    const { file, lines } = source;
    for (const [at, run] of runsOf(lines).entries()) {
      const places = seen.get(run);
      if (places === undefined) {
        seen.set(run, [{ source, at }]);
        continue;
      }
      for (const before of places) {
        const other = before.source.lines;
        const overlaps = before.source === source && at - before.at < RUN;
        const isMiddle = at > 0 && before.at > 0 && lines[at - 1]?.text === other[before.at - 1]?.text;
        if (overlaps || isMiddle) continue;
        const length = runLength(other, before.at, lines, at);
        if (lines.slice(at, at + length).filter(hasWord).length < SUBSTANCE) continue;
        const place = (name: string, of: readonly Line[], from: number): string =>
          `${name}:${of[from]?.number}-${of[from + length - 1]?.number}`;
        const first = place(before.source.file, other, before.at);
        copies.push({
          pair: `${before.source.file} = ${file}`,
          places: `${length} equal lines: ${first} and ${place(file, lines, at)}`,
        });
      }
      places.push({ source, at });
    }
  }
  return copies;
}

const sourceOf = (file: string, text: string): Source => ({ file, lines: comparedLines(text) });

it('issue 17: no run of 13 equal lines stands twice outside tests and generated files', () => {
  const sources = codeFiles()
    .filter((file) => !isTest(file) && !isGenerated(file))
    .map((file) => sourceOf(file, readFileSync(join(root, file), 'utf8')));
  expect(sources.length).toBeGreaterThan(1_500);
  const copies = copiesIn(sources);
  const known = [...Object.keys(INTENDED), ...LEFT];
  expect(
    copies.filter(({ pair }) => !known.includes(pair)).map(({ places }) => places),
    'share what stands twice: a function or a component at the place that both may import',
  ).toEqual([]);
  expect(
    known.filter((pair) => !copies.some((copy) => copy.pair === pair)),
    'no longer equal: take it from the list',
  ).toEqual([]);
});

it('issue 17: finds a copy at its places, in two files and in one', () => {
  const body = Array.from({ length: RUN }, (_, index) => `  step(${index});`).join('\n');
  const one = sourceOf('one.ts', `import { step } from 'a';\n\nexport function one() {\n${body}\n}\n`);
  const two = sourceOf('two.ts', `// Another.\n${body.replaceAll('  step', '\n      step')}\n\n${body}\n`);
  expect(copiesIn([one, two]).map(({ places }) => places)).toEqual([
    '13 equal lines: one.ts:4-16 and two.ts:3-27',
    '13 equal lines: one.ts:4-16 and two.ts:29-41',
    '13 equal lines: two.ts:3-27 and two.ts:29-41',
  ]);
});

it('issue 17: takes neither twelve lines, nor imports, nor closing brackets for a copy', () => {
  const names = Array.from({ length: 20 }, (_, index) => `name${index}`);
  const twelve = names.slice(0, RUN - 1).map((name) => `${name}();`);
  const imports = ['import {', ...names.map((name) => `  ${name},`), "} from 'a';", ''];
  const exports = names.map((name) => `export { ${name} } from './${name}.ts';`);
  const brackets = Array.from({ length: RUN }, () => '}');
  for (const [index, lines] of [twelve, imports, exports, brackets].entries()) {
    const text = lines.join('\n');
    expect([
      index,
      copiesIn([sourceOf('one.ts', `one\n${text}\none`), sourceOf('two.ts', `two\n${text}\ntwo`)]),
    ]).toEqual([index, []]);
  }
});
