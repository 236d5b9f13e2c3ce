// Ledger entries under their event: balances, ledger lines with the fee apart, and fee recipients.

import { type AssetId, type Atoms, type EventOf, type UserId } from '@vitrine/core';
import { ACCOUNT_CLASS, EARN_KIND } from '@vitrine/core/enum';
import { type BillKind, MEANING } from './cause.ts';
import { FeeSides } from './fee-sides.ts';
import type { Moment } from './context.ts';
import type { Cause, Share, ProjectionHandler } from './handler.ts';
import type { AccountRow, FoldState } from './state.ts';

/** The contract agent's share of a fee, after three generations of referrers. */
export const AGENT_SHARE = 4;
/** Events under which fees are shared out. */
const SPLITS: ReadonlySet<string> = new Set(['fill', 'rebate', 'agent.share']);

interface Moved {
  readonly row: AccountRow;
  delta: number;
}

export class Postings {
  readonly #state: FoldState;
  readonly #handler: ProjectionHandler;
  readonly #moment: Moment;
  readonly #sides = new FeeSides();
  #moved: Moved[] = [];

  constructor(state: FoldState, handler: ProjectionHandler, moment: Moment) {
    this.#state = state;
    this.#handler = handler;
    this.#moment = moment;
  }

  /** Changes one account. @throws if no event opened it. */
  entry(event: EventOf<'entry'>): void {
    const row = this.#state.accounts.get(event.account);
    if (row === undefined) throw new Error(`fold: entry on account ${event.account}, which no event opened`);
    row.available = (row.available + event.available) as Atoms;
    row.held = (row.held + event.held) as Atoms;
    const delta = event.available + event.held;
    if ((row.class === ACCOUNT_CLASS.fee || row.class === ACCOUNT_CLASS.safety) && delta !== 0)
      this.#income(row, delta);
    const moved = this.#moved.find((one) => one.row === row);
    if (moved === undefined) this.#moved.push({ row, delta });
    else moved.delta += delta;
  }

  /** Emits what the entries under one event did, account by account. */
  settle(): void {
    const moved = this.#moved;
    if (moved.length === 0) return;
    this.#moved = [];
    if (this.#moment.seeding) return;
    const { above } = this.#moment;
    for (const { row, delta } of moved) {
      if (row.class !== ACCOUNT_CLASS.wallet) {
        this.#handler.balance(row, cause('hold', row, this.#moment));
        continue;
      }
      const meaning = this.#meaning(row);
      if (delta !== 0 && (meaning === 'none' || meaning === 'hold')) {
        throw new Error(
          `fold: ${delta} atoms moved on account ${row.account} under ${above?.name ?? 'no event'}, which moves none`,
        );
      }
      const why = cause(delta === 0 || meaning === 'none' ? 'hold' : meaning, row, this.#moment);
      this.#handler.balance(row, why);
      if (delta !== 0 && why.kind !== 'hold') this.#bills(row, delta, why.kind, why);
    }
  }

  /** What entries under the current event mean for this account. */
  #meaning(row: AccountRow): BillKind | 'hold' | 'none' {
    const { above, forced } = this.#moment;
    if (above === undefined) return 'none';
    if (above.name === 'fill' && forced !== 0) {
      const user = above.takerOrder === forced ? above.taker : 0;
      if (user === row.user) return 'liquidation';
    }
    if ('kind' in above && MEANING[above.name] === 'stake' && above.kind === EARN_KIND.finance) return 'finance';
    return MEANING[above.name];
  }

  /** Emits a line for what was received or paid; and another for the fee in it or the interest in a repayment. */
  #bills(row: AccountRow, delta: number, kind: BillKind, why: Cause): void {
    if (this.#state.users.get(row.user)?.house === true) return;
    const { fill, above, time, seq } = this.#moment;
    let part = 0;
    if ((kind === 'trade' || kind === 'liquidation') && fill !== undefined) {
      if (row.user === fill.taker && row.asset === fill.takerFeeAsset) part += fill.takerFee;
      if (row.user === fill.maker && row.asset === fill.makerFeeAsset) part += fill.makerFee;
    }
    const repaid = above?.name === 'debt.repaid';
    if (repaid) part = above.interest;
    const after = row.available + row.held;
    const { account, user, wallet, asset } = row;
    const { causeKind, causeId, market } = why;
    const line = { account, user, wallet, asset, market, causeKind, causeId, time, seq };
    const whole = (delta + part) as Atoms;
    if (whole !== 0) this.#handler.bill({ ...line, kind, amount: whole, balance: (after + part) as Atoms });
    if (part === 0) return;
    this.#handler.bill({ ...line, kind: repaid ? 'interest' : 'fee', amount: -part as Atoms, balance: after as Atoms });
  }

  /** One recipient's share of a trade's fee: 1–3, AGENT, FEE, SAFETY. Call in order for all shares of a trade. */
  share(asset: AssetId, to: number, user: UserId, amount: Atoms): void {
    const { fill } = this.#moment;
    if (fill === undefined) return;
    const { market, trade } = fill;
    const share: Share = { market, trade, maker: this.#sides.ofMaker(fill, asset, amount), asset, to, user, amount };
    this.#handler.share(share);
  }

  /** Income of the fee account or the safety fund. Under a trade it is a share of the fee; interest is not. */
  #income(row: AccountRow, delta: number): void {
    const { above, seeding } = this.#moment;
    if (seeding || above === undefined || !SPLITS.has(above.name)) return;
    this.share(row.asset, row.class, row.user, delta as Atoms);
  }
}

/** Why an account changed, from the event above its entries. */
function cause(kind: BillKind | 'hold', row: AccountRow, { above, seq }: Moment): Cause {
  switch (above?.name) {
    case 'fill':
      return {
        kind,
        causeKind: 'order',
        causeId: row.user === above.taker ? above.takerOrder : above.makerOrder,
        market: above.market,
      };
    case 'order.opened':
    case 'order.changed':
    case 'order.triggered':
    case 'order.closed':
      return { kind, causeKind: 'order', causeId: above.order, market: row.market };
    case 'rebate':
    case 'agent.share':
      return { kind, causeKind: 'trade', causeId: above.trade, market: above.market };
    case 'deleveraged':
      // Two positions are closed against each other: each customer's bill names their own.
      return {
        kind,
        causeKind: 'position',
        causeId: row.user === above.user ? above.position : above.against,
        market: above.market,
      };
    case 'closing.crossed':
      return {
        kind,
        causeKind: 'position',
        causeId: row.user === above.longUser ? above.long : above.short,
        market: above.market,
      };
    case 'funding':
    case 'fund.takeover':
    case 'liquidation.step':
    case 'position.changed':
      return { kind, causeKind: 'position', causeId: above.position, market: above.market };
    case 'second.waiting':
    case 'second.settled':
    case 'second.void':
      return { kind, causeKind: 'second', causeId: above.second, market: above.market };
    default:
      return { kind, causeKind: 'command', causeId: seq, market: row.market };
  }
}
