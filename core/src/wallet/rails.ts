// Rails: how an asset moves in and out (a chain, a bank), and on which terms. One row per rail and asset.

import { Lookup, type EventBuffer, type Registry, table } from '../state/index.ts';

const MAX_ROWS = 65_535;
/** Bits of `open`. */
export const DEPOSITS = 1;
export const WITHDRAWALS = 2;

export class Rails {
  readonly rows;
  private readonly out: EventBuffer;
  private readonly index = new Lookup();

  constructor(registry: Registry, out: EventBuffer) {
    this.out = out;
    this.rows = registry.add(
      table(
        'rails',
        {
          minDeposit: 'f64',
          minWithdrawal: 'f64',
          fee: 'f64',
          step: 'f64',
          /** What `network` owes the rail in this asset, atoms. */
          owed: 'f64',
          rail: 'i32',
          asset: 'i32',
          open: 'i32',
          feeRate: 'i32',
          instrument: 'i32',
          version: 'i32',
        },
        MAX_ROWS,
      ),
    );
  }

  /** Row of an asset on a rail, 0 when the rail does not carry it. */
  of(rail: number, asset: number): number {
    return this.index.find(rail, asset, 0);
  }

  /** Whether one unit of an asset counts as one USDT: it has a rail that values it without an instrument. */
  isDollar(asset: number): boolean {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.asset[row] === asset && rows.instrument[row] === 0) return true;
    return false;
  }

  /** Sets the terms from the words of a `rail.set` command, starting at its first field. */
  set(words: Float64Array, at: number): void {
    const { rows } = this;
    const rail = words[at] as number;
    const asset = words[at + 1] as number;
    let row = this.of(rail, asset);
    if (row === 0) {
      row = rows.append();
      rows.rail[row] = rail;
      rows.asset[row] = asset;
      this.index.add(rail, asset, 0, row);
    }
    rows.open[row] = words[at + 2] as number;
    rows.minDeposit[row] = words[at + 3] as number;
    rows.minWithdrawal[row] = words[at + 4] as number;
    rows.fee[row] = words[at + 5] as number;
    rows.feeRate[row] = words[at + 6] as number;
    rows.step[row] = words[at + 7] as number;
    rows.instrument[row] = words[at + 8] as number;
    rows.version[row] = (rows.version[row] as number) + 1;
    this.emit(row);
  }

  /** Emits `rail.changed`. */
  emit(row: number): void {
    const { rows } = this;
    this.out.record('rail.changed', {
      rail: rows.rail[row] as number,
      asset: rows.asset[row] as number,
      open: rows.open[row] as number,
      minDeposit: rows.minDeposit[row] as number,
      minWithdrawal: rows.minWithdrawal[row] as number,
      fee: rows.fee[row] as number,
      feeRate: rows.feeRate[row] as number,
      step: rows.step[row] as number,
      instrument: rows.instrument[row] as number,
      version: rows.version[row] as number,
    });
  }

  /** For seeds: emits `network.paid` without a payment, to show what `network` owes a rail. */
  emitOwed(row: number): void {
    const { rows } = this;
    const owed = rows.owed[row] as number;
    if (owed > 0)
      this.out.record('network.paid', {
        rail: rows.rail[row] as number,
        asset: rows.asset[row] as number,
        paid: 0,
        owed,
      });
  }

  rebuild(): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      this.index.add(rows.rail[row] as number, rows.asset[row] as number, 0, row);
  }
}
