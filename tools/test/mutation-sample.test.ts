// docs/reference/mutation.md: a sample of changes is drawn by its seed, and names changes as a report does.
import { describe, expect, it } from 'vitest';
import { changesOf, draw, keyInReport } from '../mutation-sample.mjs';

const LIST = Array.from({ length: 50 }, (_, at) => at);

describe('a sample of changes', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(draw(LIST, 10, 7)).toEqual(draw(LIST, 10, 7));
    expect(draw(LIST, 10, 8)).not.toEqual(draw(LIST, 10, 7));
    expect(draw(LIST, 10, 0)).toHaveLength(10);
  });

  it('holds each change once, and all when it asks for more than there are', () => {
    expect(new Set(draw(LIST, 20, 3)).size).toBe(20);
    expect(draw(LIST, 99, 3).toSorted((a: number, b: number) => a - b)).toEqual(LIST);
  });

  it('comes from every part of the list', () => {
    const counts = new Map<number, number>();
    for (let seed = 1; seed <= 500; seed += 1)
      for (const one of draw(LIST, 5, seed)) counts.set(one, (counts.get(one) ?? 0) + 1);
    expect(counts.size).toBe(LIST.length);
  });

  it('knows the changes of a file by place, kind and replacement', async () => {
    const changes = await changesOf(['core/src/number/muldiv.ts']);
    expect(new Set(changes.map(({ key }) => key)).size).toBe(changes.length);
    const [first] = changes;
    const [, line, column, endLine, endColumn, mutatorName, ...replacement] = String(first?.key).split(' ');
    const location = {
      start: { line: Number(line), column: Number(column) },
      end: { line: Number(endLine), column: Number(endColumn) },
    };
    const shown = keyInReport(String(first?.file), {
      location,
      mutatorName: String(mutatorName),
      replacement: replacement.join(' '),
    });
    expect(shown).toBe(first?.key);
    expect(Number(line)).toBeGreaterThan(0);
  });
});
