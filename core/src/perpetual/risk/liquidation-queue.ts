// Positions and wallets that wait for liquidation: a heap in the state, lowest equity ÷ maintenance first, then id
// (money §3).

import { type Registry, table } from '../../state/index.ts';
import { MAX_POSITIONS } from '../position/positions.ts';

/** Enough for all positions and their wallets. */
const MAX_WAITING = 2 * MAX_POSITIONS;

export class LiquidationQueue {
  private readonly rows;

  constructor(registry: Registry) {
    this.rows = registry.add(
      table(
        'liquidations',
        {
          /** Equity ÷ maintenance, 10⁻⁹, when it was queued. */
          health: 'f64',
          /** Id of an isolated position, or row of a wallet. */
          item: 'f64',
          /** 1: a wallet. */
          contractWallet: 'i32',
        },
        MAX_WAITING,
        true,
        { recorded: { contractWallet: 'purse' } },
      ),
    );
  }

  get size(): number {
    return this.rows.live;
  }

  /** Id of the first position, or row of the first wallet. */
  item(at = 1): number {
    return this.rows.item[at] as number;
  }

  /** The health that determines the first one's place. */
  health(): number {
    return this.rows.health[1] as number;
  }

  isContractWallet(at = 1): boolean {
    return this.rows.contractWallet[at] === 1;
  }

  add(health: number, item: number, contractWallet: number): void {
    const { rows } = this;
    rows.live += 1;
    rows.reach(rows.live);
    let at = rows.live;
    while (at > 1) {
      const parent = at >> 1;
      if (!this.before(health, item, contractWallet, parent)) break;
      this.move(parent, at);
      at = parent;
    }
    this.put(at, health, item, contractWallet);
  }

  /** Removes the first one. */
  pop(): void {
    const { rows } = this;
    const last = rows.live;
    const health = rows.health[last] as number;
    const item = rows.item[last] as number;
    const contractWallet = rows.contractWallet[last] as number;
    this.put(last, 0, 0, 0);
    rows.live -= 1;
    if (rows.live === 0) return;
    let at = 1;
    for (let child = 2; child <= rows.live; child = at * 2) {
      if (
        child < rows.live &&
        this.before(
          rows.health[child + 1] as number,
          rows.item[child + 1] as number,
          rows.contractWallet[child + 1] as number,
          child,
        )
      )
        child += 1;
      if (this.before(health, item, contractWallet, child)) break;
      this.move(child, at);
      at = child;
    }
    this.put(at, health, item, contractWallet);
  }

  private before(health: number, item: number, contractWallet: number, at: number): boolean {
    const { rows } = this;
    if (health !== rows.health[at]) return health < (rows.health[at] as number);
    if (contractWallet !== rows.contractWallet[at]) return contractWallet < (rows.contractWallet[at] as number);
    return item < (rows.item[at] as number);
  }

  private put(at: number, health: number, item: number, contractWallet: number): void {
    const { rows } = this;
    rows.health[at] = health;
    rows.item[at] = item;
    rows.contractWallet[at] = contractWallet;
  }

  private move(from: number, to: number): void {
    const { rows } = this;
    this.put(to, rows.health[from] as number, rows.item[from] as number, rows.contractWallet[from] as number);
  }
}
