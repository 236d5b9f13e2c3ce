// Cross wallets that wait for a check, since rules `workInSteps` (money §3). Three queues take turns; a wallet is in at
// most one of them, longest waiting first. So a user who changes many wallets cannot block others.

import { type Registry, table } from '../../state/index.ts';
import type { Expect } from '../../expect.ts';

const MAX_CONTRACT_WALLETS = 9_000_000;
/** Queues: the index reached a bound; a liquidation is in progress; balance or positions changed. */
export const REACHED = 1;
export const LIQUIDATED = 2;
export const CHANGED = 3;
const QUEUES = 3;
const ROW = 1;

export class CheckQueue {
  /** By wallet (row of a contract wallet). */
  private readonly rows;
  /** By queue: its first and last wallet, 0 none. */
  private readonly queues;
  /**
   * How often prices have moved; the queue that had the last turn; the market whose reached positions were listed last.
   */
  private readonly state;

  constructor(registry: Registry) {
    this.rows = registry.add(
      table(
        'examinations',
        {
          /** The queue it is in, 0 none; its neighbours there. */
          queue: 'i32',
          next: 'i32',
          previous: 'i32',
          /** 1 while none of its positions is in the trigger index. */
          away: 'i32',
          /** `ticks` when it joined: it is checked when they are higher. */
          since: 'f64',
        },
        MAX_CONTRACT_WALLETS,
      ),
    );
    this.queues = registry.add(table('examinationQueues', { first: 'i32', last: 'i32' }, QUEUES));
    this.state = registry.add(table('examinationTurns', { ticks: 'f64', turn: 'i32', market: 'i32' }, ROW));
  }

  /** Prices moved: wallets that wait for the next tick are due. */
  ticked(): void {
    this.state.reach(ROW);
    this.state.ticks[ROW] = (this.state.ticks[ROW] as number) + 1;
  }

  /** The market whose reached positions were listed last. Others have their turn before it. */
  get market(): number {
    return this.state.market[ROW] as number;
  }
  set market(market: number) {
    this.state.market[ROW] = market;
  }

  /** The queue of a wallet, 0 none. */
  queueOf(contractWallet: number): number {
    return contractWallet > this.rows.top ? 0 : (this.rows.queue[contractWallet] as number);
  }

  /** Whether none of a wallet's positions is in the trigger index. */
  isAway(contractWallet: number): boolean {
    return contractWallet <= this.rows.top && this.rows.away[contractWallet] === 1;
  }

  setAway(contractWallet: number, away: boolean): void {
    if (!away && contractWallet > this.rows.top) return;
    this.rows.reach(contractWallet);
    this.rows.away[contractWallet] = away ? 1 : 0;
  }

  /** Moves a wallet to the end of a queue. */
  add(contractWallet: number, queue: number): void {
    const { rows, queues } = this;
    this.state.reach(ROW);
    rows.reach(contractWallet);
    queues.reach(QUEUES);
    this.leave(contractWallet);
    const last = queues.last[queue] as number;
    rows.queue[contractWallet] = queue;
    rows.previous[contractWallet] = last;
    rows.since[contractWallet] = this.state.ticks[ROW] as number;
    if (last === 0) queues.first[queue] = contractWallet;
    else rows.next[last] = contractWallet;
    queues.last[queue] = contractWallet;
  }

  /** Whether a wallet is due for a check. */
  due(): boolean {
    for (let queue = 1; queue <= this.queues.top; queue += 1) if (this.isDue(queue)) return true;
    return false;
  }

  /** Takes the next wallet to check from the queue whose turn it is; 0 when there is none. */
  take(): number {
    const { queues, state } = this;
    for (let tries = 0; tries < queues.top; tries += 1) {
      const queue = ((state.turn[ROW] as number) % QUEUES) + 1;
      state.turn[ROW] = queue;
      if (!this.isDue(queue)) continue;
      const contractWallet = queues.first[queue] as number;
      this.leave(contractWallet);
      return contractWallet;
    }
    return 0;
  }

  /** Removes a wallet from its queue. */
  leave(contractWallet: number): void {
    const { rows, queues } = this;
    if (contractWallet > rows.top) return;
    const queue = rows.queue[contractWallet] as number;
    if (queue === 0) return;
    const next = rows.next[contractWallet] as number;
    const previous = rows.previous[contractWallet] as number;
    if (previous === 0) queues.first[queue] = next;
    else rows.next[previous] = next;
    if (next === 0) queues.last[queue] = previous;
    else rows.previous[next] = previous;
    rows.queue[contractWallet] = 0;
    rows.next[contractWallet] = 0;
    rows.previous[contractWallet] = 0;
    rows.since[contractWallet] = 0;
  }

  audit(expect: Expect): void {
    const { rows, queues } = this;
    let waiting = 0;
    for (let queue = 1; queue <= queues.top; queue += 1) {
      let before = 0;
      for (
        let contractWallet = queues.first[queue] as number;
        contractWallet !== 0;
        contractWallet = rows.next[contractWallet] as number
      ) {
        expect(
          rows.queue[contractWallet] === queue,
          () => `contract wallet ${contractWallet} to be in queue ${queue}, got ${rows.queue[contractWallet]}`,
        );
        expect(
          rows.previous[contractWallet] === before,
          () => `contract wallet ${contractWallet} to come behind ${before}`,
        );
        before = contractWallet;
        waiting += 1;
      }
      expect(queues.last[queue] === before, () => `queue ${queue} to end with ${before}`);
    }
    for (let contractWallet = 1; contractWallet <= rows.top; contractWallet += 1)
      if (rows.queue[contractWallet] !== 0) waiting -= 1;
    expect(waiting === 0, () => `as many wallets that wait as queues have, ${waiting} more in queues`);
  }

  /** Wallets the index reached are due at once; the others at the next tick. */
  private isDue(queue: number): boolean {
    const first = this.queues.first[queue] as number;
    if (first === 0) return false;
    return queue === REACHED || (this.rows.since[first] as number) < (this.state.ticks[ROW] as number);
  }
}
