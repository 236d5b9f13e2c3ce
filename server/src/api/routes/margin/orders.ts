// Margin orders: missing funds are borrowed before they are placed, and their proceeds repay debt (calls §3).
//
// A request with autoBorrow takes up to four commands. Each has a key derived from the request's, so that repeating the
// request repeats the same steps without effect:
//   1  the order itself, under the request's key. Done, or refused for a reason other than funds: that is the answer.
//   2  `borrow`: exactly the amount missing according to the refusal. Refused: that is the answer; nothing was done.
//   3  `place`: the order again. Done: that is the answer.
//   4  `undo`: it was refused after all (the book moved), so the loan is repaid with the first hour's interest. That is
//      charged from its beginning and paid by the customer.

import { CODE, type Ack, type ParsedOf } from '@vitrine/contract';
import { accrue, type AssetId, type Atoms, type CommandOf, type MarketId, rejects } from '@vitrine/core';
import { SIDE, WALLET } from '@vitrine/core/enum';
import { type CommandKey, derivedKey, refuse, type UserContext } from '../../call/index.ts';
import type { Market } from '../../../projection/handlers/index.ts';
import type { Outcome } from '../../../engine/sequencer/index.ts';
import type { RouteParts } from '../parts.ts';
import { ackOf, refusalFor, type Subject, submit } from '../order/submit.ts';
import { ACCOUNT_WALLET, commandKeyWords, placeCommand } from '../order/ticket.ts';

const FOLD_WAIT = 1_000;
/** Names of the steps after the first. */
const STEP = { borrow: 'borrow', place: 'place', undo: 'undo' } as const;

/** The key under which an order runs that was refused under `key` for lack of funds. */
export function placedAfterBorrowing(key: CommandKey): CommandKey {
  return derivedKey(key, STEP.place);
}

type Place = CommandOf<'order.place'>;

/** The wallet of a margin order's funds and debt. */
interface OrderWallet {
  readonly wallet: number;
  /** 0 for cross. */
  readonly market: MarketId;
  /** What the order spends. */
  readonly asset: AssetId;
}

function orderWalletOf(command: Place, market: Market): OrderWallet {
  return {
    wallet: command.wallet,
    market: command.wallet === WALLET.isolatedMargin ? market.market : (0 as MarketId),
    asset: command.side === SIDE.buy ? market.quote : market.base,
  };
}

/**
 * Whether a market can be traded from these accounts: both its coins are borrowable in cross margin, or it has isolated
 * wallets.
 */
function onMargin({ live }: RouteParts, account: 'all' | 'fixed', market: Market): boolean {
  if (account === 'fixed') return live.marginMarkets().some((one) => one.market === market.market && one.leverage > 0);
  const lent = new Set(live.marginAssets().map(({ asset }) => asset));
  return live.marginTerms() !== undefined && lent.has(market.base) && lent.has(market.quote);
}

/** Places an order of the account `all` or `fixed`. @throws {Refusal} */
export async function placeOnMargin(
  parts: RouteParts,
  account: 'all' | 'fixed',
  input: ParsedOf<'entrust.exchange'>,
  context: UserContext,
): Promise<Ack> {
  const { link, live, repays } = parts;
  const user = context.session.coreUser;
  const { key } = context;
  const { command, market } = placeCommand(live, user, account, input, key);
  if (!onMargin(parts, account, market)) throw refuse('market.unknown', { symbol: input.symbol });
  const contractWallet = orderWalletOf(command, market);
  const about: Subject = { market, asset: contractWallet.asset, price: command.price };
  const first = await link.submit(command, user);
  const outcome =
    first.code === rejects['balance.insufficient'] && input.autoBorrow === true
      ? await borrowAndPlace(parts, command, contractWallet, first, key, about)
      : first;
  if (outcome.code !== CODE.ok) throw refusalFor(parts, outcome, about);
  if (input.autoRepay === true)
    await repays.watch({
      order: outcome.result,
      user,
      wallet: ACCOUNT_WALLET[account],
      market: market.market,
      asset: command.side === SIDE.buy ? market.base : market.quote,
    });
  await live.waitFor(outcome.seq, FOLD_WAIT);
  return ackOf(parts, outcome.result, outcome);
}

/** Borrows what a refused order lacks and places it again; returns the outcome. @throws {Refusal} of the borrowing */
async function borrowAndPlace(
  parts: RouteParts,
  command: Place,
  contractWallet: OrderWallet,
  refused: Outcome,
  key: CommandKey,
  about: Subject,
): Promise<Outcome> {
  const { link } = parts;
  const { user } = command;
  const amount = (refused.expected - refused.got) as Atoms;
  const debt = { user, ...contractWallet };
  await submit(parts, user, { name: 'debt.borrow', ...debt, ...step(key, STEP.borrow), amount }, about);
  const placed = await link.submit({ ...command, ...step(key, STEP.place) }, user);
  if (placed.code !== CODE.ok) await undo(parts, debt, refused.got, amount, key);
  return placed;
}

/** Repays the loan as far as available, with its first hour's interest, so that nothing of it stays owed. */
async function undo(
  { link, live }: RouteParts,
  debt: OrderWallet & Pick<Place, 'user'>,
  had: number,
  lent: number,
  key: CommandKey,
): Promise<void> {
  const rate = live.marginAssets().find(({ asset }) => asset === debt.asset)?.rate ?? 0;
  const first = accrue(lent, rate, 1, 0);
  const due = lent + first.whole + (first.carry > 0 ? 1 : 0);
  const amount = Math.min(due, lent + had) as Atoms;
  // Refused if its coins were used meanwhile: then it stays a debt, which is shown and can be repaid.
  await link.submit({ name: 'debt.repay', ...debt, ...step(key, STEP.undo), amount }, debt.user);
}

function step(key: CommandKey, name: string): ReturnType<typeof commandKeyWords> {
  return commandKeyWords(derivedKey(key, name));
}
