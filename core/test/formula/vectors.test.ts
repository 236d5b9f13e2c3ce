// Worked examples through `npm run vectors`: the published ones where they lie beside the project, and our own.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { check } from '../../bin/vector-check.ts';

const published = fileURLToPath(new URL('../../../../shared/vectors/money.json', import.meta.url));
const own = fileURLToPath(new URL('./examples.json', import.meta.url));

describe('worked examples', () => {
  it.skipIf(!existsSync(published))('reads ../shared: all published ones are found as printed', () => {
    const { lines, failed, cases } = check(readFileSync(published, 'utf8'));
    expect(cases).toBe(17);
    expect(failed, lines.join('\n')).toBe(0);
  });

  it('our own: shorts, other steps, decimals, sides absent, several cases', () => {
    const { lines, failed } = check(readFileSync(own, 'utf8'));
    expect(failed, lines.join('\n')).toBe(0);
  });

  it('a changed number is reported with its case, an unknown kind and an unreadable case fail', () => {
    const { lines, failed } = check(
      JSON.stringify([
        { id: 'A', kind: 'linear_pnl', in: { qty: '2', entry: '3', mark: '4' }, out: { pnl: '2.01' } },
        { id: 'B', kind: 'nothing', in: {}, out: { pnl: '1' } },
        { id: 'C', kind: 'linear_pnl', in: { qty: 'two', entry: '3', mark: '4' }, out: { pnl: '2' } },
        { id: 'D', kind: 'tier_cums', in: { floors: ['0'], mmr: ['0.1'] }, out: { cum: ['0', '1'] } },
        { id: 'E', kind: 'linear_pnl', in: { qty: '2', entry: '3', mark: '4' }, out: { gain: '2' } },
        { id: 'F', kind: 'linear_pnl', in: { qty: '2', entry: '3', mark: '4' }, out: { pnl: '2.000' } },
      ]),
    );
    expect(failed).toBe(5);
    expect(lines.map((line) => line.split('\t').at(-1))).toEqual([
      ...['CHANGED', 'CHANGED', 'CHANGED', 'CHANGED', 'CHANGED', 'ok'],
    ]);
    expect(lines[0]).toBe('A\tlinear_pnl\tpnl=2.01\tpnl=2.00\tCHANGED');
  });

  it('a file that is no list of cases is refused', () => {
    for (const text of ['', '{', '{}', '[]', '[1]', 'null']) expect(() => check(text)).toThrow(/^Expected/);
  });
});
