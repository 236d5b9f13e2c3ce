// Splits a trading fee: the safety fund, existing referrers, on contracts the agent's share of the remainder, and the
// rest to `fee` (money §10).

import { ACCOUNT_CLASS, MARKET_TYPE, WALLET } from '../enum/index.ts';
import { feeShare } from '../formula/index.ts';
import { type Ledger } from '../ledger/index.ts';
import type { Users } from '../user/index.ts';
import type { EventBuffer } from '../state/index.ts';
import type { OrderBooks } from './order-books.ts';
import { layoutOf } from '../schema/index.ts';

const REBATE = layoutOf('rebate');
const AGENT_SHARE = layoutOf('agent.share');

/** What splitting a fee needs. The contexts of spot and contracts both provide it. */
export interface FeeContext {
  readonly orderBooks: OrderBooks;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly out: EventBuffer;
}

/** Posts the parts of `user`'s fee for one trade (atoms of `asset`). The caller posts the payer's own entry. */
export function splitFee(
  context: FeeContext,
  market: number,
  trade: number,
  user: number,
  asset: number,
  fee: number,
): void {
  if (fee === 0) return;
  const { ledger, orderBooks, users } = context;
  const { assets } = orderBooks.markets;
  const safety = feeShare(fee, orderBooks.safetyShare());
  let rest = fee - safety;
  ledger.post(assets.safety[asset] as number, safety, 0);
  const first = users.rows.first[user] as number;
  if (first !== 0) {
    rest -= rebate(context, market, trade, user, first, 1, asset, fee);
    const second = users.rows.second[user] as number;
    if (second !== 0) {
      rest -= rebate(context, market, trade, user, second, 2, asset, fee);
      const third = users.rows.third[user] as number;
      if (third !== 0) rest -= rebate(context, market, trade, user, third, 3, asset, fee);
    }
  }
  if (orderBooks.markets.rows.type[market] !== MARKET_TYPE.spot)
    rest -= agentShare(context, market, trade, user, asset, rest);
  ledger.post(assets.fee[asset] as number, rest, 0);
}

/** Whether the recipient has an account, or one can be opened. Otherwise the share stays in `fee`. */
function canBePaid(context: FeeContext, to: number, asset: number): boolean {
  return context.ledger.hasCapacity(1) || context.ledger.find(ACCOUNT_CLASS.wallet, to, WALLET.spot, asset, 0) !== 0;
}

/** Posts the contract agent's share of the rest of a fee, rounded down, and returns it. */
function agentShare(
  context: FeeContext,
  market: number,
  trade: number,
  from: number,
  asset: number,
  left: number,
): number {
  const { agents } = context.users;
  const to = agents.agent(from);
  if (to === 0) return 0;
  const amount = feeShare(left, agents.share(from));
  if (amount === 0) return 0;
  if (!canBePaid(context, to, asset)) return 0;
  const account = context.ledger.open(ACCOUNT_CLASS.wallet, to, WALLET.spot, asset, 0);
  const at = context.out.open(AGENT_SHARE.head);
  const w = context.out.words;
  w[at + AGENT_SHARE.market] = market;
  w[at + AGENT_SHARE.trade] = trade;
  w[at + AGENT_SHARE.from] = from;
  w[at + AGENT_SHARE.to] = to;
  w[at + AGENT_SHARE.asset] = asset;
  w[at + AGENT_SHARE.amount] = amount;
  context.ledger.post(account, amount, 0);
  return amount;
}

function rebate(
  context: FeeContext,
  market: number,
  trade: number,
  from: number,
  to: number,
  generation: number,
  asset: number,
  fee: number,
): number {
  const amount = feeShare(fee, context.orderBooks.share(generation));
  if (amount === 0) return 0;
  if (!canBePaid(context, to, asset)) return 0;
  const account = context.ledger.open(ACCOUNT_CLASS.wallet, to, WALLET.spot, asset, 0);
  const at = context.out.open(REBATE.head);
  const w = context.out.words;
  w[at + REBATE.market] = market;
  w[at + REBATE.trade] = trade;
  w[at + REBATE.from] = from;
  w[at + REBATE.to] = to;
  w[at + REBATE.generation] = generation;
  w[at + REBATE.asset] = asset;
  w[at + REBATE.amount] = amount;
  context.ledger.post(account, amount, 0);
  return amount;
}
