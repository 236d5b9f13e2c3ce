// Issue 13 A.1: who fills tables and who uses up keys, in the simulator, with the rules that see it; and that they do.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OrderAccounts } from '../../src/order/index.ts';
import { Keys, ACCEPTS, acceptsKey } from '../../src/idempotency/index.ts';
import { TableBase } from '../../src/state/index.ts';
import { Run, textOf } from '../../sim/run.ts';
import { exhaustKeys, fillTables } from '../../sim/scenes/table-filler.ts';

/** A short run; then a phase of its own. Gives what it found. */
function phase(seed: number, of: (run: Run) => void): { run: Run; found: string } {
  const run = new Run({ seed, commands: 3_000, data: '', crash: 0 });
  run.begin();
  while (run.sent < 3_000) run.step();
  try {
    of(run);
  } catch (error) {
    return { run, found: textOf(error) };
  }
  return { run, found: '' };
}

describe('core §9, §10 attackers of rows in the simulator', () => {
  afterEach(() => vi.restoreAllMocks());

  it('table-fillers: openings are refused for want of rows, nothing else is, and it goes on with usual tables', () => {
    const { run, found } = phase(21, fillTables);
    expect(found).toBe('');
    expect(run.rows.refused).toBeGreaterThan(20);
    for (let n = 0; n < 5; n += 1) run.step();
    run.walk();
  });

  it('who gives the rows away that are kept for closes is found', () => {
    vi.spyOn(TableBase.prototype, 'fits').mockImplementation(function (this: TableBase, rows: number) {
      return this.rowsLeft() >= rows;
    });
    // A customer's share of the orders goes by the kept rows too, and would hide it.
    vi.spyOn(OrderAccounts.prototype, 'fitsOrder').mockReturnValue(true);
    expect(phase(21, fillTables).found).toMatch(/core §10|Expected a free row in table/u);
  });

  it('key exhausters: each stops at its bound, the others find capacity', () => {
    const { run, found } = phase(22, exhaustKeys);
    expect(found).toBe('');
    expect(run.rows.refused).toBeGreaterThan(20);
  });

  it('that keys of some who are not verified keep others of them out is found (rules fewUnverified)', () => {
    vi.spyOn(Keys.prototype, 'accepts').mockImplementation(function (this: Keys, own, stage, unverified) {
      return acceptsKey(own, stage, unverified, this.count, 0, this.bounds, false);
    });
    expect(phase(22, exhaustKeys).found).toMatch(/core §9: user \d+, not verified and with \d+ keys, stores one/u);
  });

  it('an account with more keys than it may have is found', () => {
    vi.spyOn(Keys.prototype, 'accepts').mockImplementation(() => ACCEPTS.any);
    expect(phase(22, exhaustKeys).found).toContain('core §9');
  });

  it('that keys of some keep others out is found (t17)', () => {
    vi.spyOn(Keys.prototype, 'accepts').mockImplementation(function (this: Keys, own: number) {
      return own > 0 && this.count > this.bounds.few * 10 ? ACCEPTS.none : ACCEPTS.any;
    });
    vi.spyOn(Keys.prototype, 'mostOf').mockImplementation(() => 41);
    expect(phase(22, exhaustKeys).found).toContain('core §9');
  });
});
