// What each command can do to money: data, held against the page `docs/nobody.md` and against what sound commands do.

import type { CommandName } from '../../src/index.ts';
import { CLASS } from '../../src/ledger/index.ts';

export type ClassName = keyof typeof CLASS;

/**
 * `none`: no balance changes. `release`: what was held is its owner's again, nobody has more or less. `own`: the sender's own accounts only, nothing in or out in all. `trade`: money and goods
 * of two sides at the price both named, with the fees of the tables. `house`: pays from, or takes into, an account of the
 * house that must have it. `outside`: enters or leaves the exchange.
 */
export type Way = 'none' | 'release' | 'own' | 'trade' | 'house' | 'outside';

export interface Effect {
  readonly way: Way;
  /** Classes of accounts whose balances may change under the command. */
  readonly classes: readonly ClassName[];
}

const none: Effect = { way: 'none', classes: [] };
const release: Effect = { way: 'release', classes: ['wallet'] };
/** An order that deals: both sides, fees, safety fund, referrers and agents (wallets), what rounding left. */
const spot: readonly ClassName[] = ['wallet', 'fee', 'safety'];
/** A contract besides: isolated margin, the market's clearing, insurance where a contract wallet or position was short. */
const contract: readonly ClassName[] = [...spot, 'margin', 'clearing', 'rounding', 'insurance'];
const own = (...classes: ClassName[]): Effect => ({ way: 'own', classes });
const trade = (classes: readonly ClassName[]): Effect => ({ way: 'trade', classes });
const house = (...classes: ClassName[]): Effect => ({ way: 'house', classes });
const outside = (...classes: ClassName[]): Effect => ({ way: 'outside', classes: [...classes, 'outside'] });

export const EFFECTS: Readonly<Record<CommandName, Effect>> = {
  // The sequencer.
  genesis: outside('wallet', 'insurance', 'treasury', 'secondPool', 'lending', 'rewards'),
  epoch: none,
  'rules.activate': none,
  'rules.announce': none,
  seal: none,
  // Markets. A tick sets off what rules say: openings, settlements, liquidations, stop orders and their fills.
  ticks: { way: 'trade', classes: [...contract, 'escrow', 'secondPool', 'debt', 'receivable', 'lending'] },
  // What the ticks of its slot set off.
  'slot.end': { way: 'trade', classes: [...contract, 'debt', 'receivable', 'lending'] },
  'maker.quote': trade(contract),
  'hours.set': none,
  'maker.transfer': own('wallet'),
  // Identity.
  'user.open': none,
  // Freezing cancels opening orders.
  'user.set': release,
  'key.void': none,
  'agent.set': none,
  'merchant.set': none,
  // Orders.
  'order.place': trade(contract),
  'order.amend': trade(contract),
  'order.cancel': release,
  'order.cancelAll': release,
  'order.clear': release,
  'contract.place': trade(contract),
  'position.close': trade(contract),
  'position.closeProven': trade(contract),
  'position.closeMany': trade(contract),
  'position.margin': own('wallet', 'margin'),
  'position.guard': none,
  'position.guardSide': none,
  'leverage.set': own('wallet', 'margin'),
  // Margin.
  'debt.borrow': house('wallet', 'lending', 'receivable', 'debt'),
  'debt.repay': house('wallet', 'lending', 'receivable', 'debt', 'treasury', 'fee'),
  'debt.leverage': none,
  // Seconds, staking and finance, loans.
  'second.open': house('wallet', 'secondPool', 'escrow'),
  'earn.buy': house('wallet', 'treasury', 'reserve'),
  'earn.redeem': house('wallet', 'treasury', 'reserve'),
  'loan.apply': none,
  'loan.repay': house('wallet', 'lending', 'receivable', 'debt', 'treasury', 'fee'),
  // OTC.
  'offer.open': own('wallet'),
  'offer.close': release,
  'deal.open': own('wallet'),
  'deal.paid': none,
  'deal.release': trade(['wallet', 'fee', 'safety']),
  'deal.cancel': release,
  'deal.appeal': none,
  'bond.lock': own('wallet'),
  'bond.free': own('wallet'),
  // Wallets.
  'wallet.transfer': own('wallet', 'margin'),
  'swap.place': own('wallet'),
  'swap.execute': trade(['wallet']),
  'withdrawal.request': own('wallet'),
  'withdrawal.cancel': release,
  'reward.claim': house('wallet', 'rewards', 'reserve'),
  'practice.claim': outside('wallet'),
  // Custody.
  'deposit.credit': outside('wallet', 'debt', 'receivable'),
  'deposit.restore': outside('wallet', 'debt', 'receivable'),
  'deposit.reverse': outside('wallet', 'debt', 'receivable'),
  'withdrawal.step': outside('wallet', 'network'),
  'withdrawal.failProven': release,
  'withdrawal.replan': none,
  'withdrawal.pass': none,
  // One person of the desk.
  'proposal.make': none,
  // What was proposed, under its own line.
  'proposal.approve': none,
  'proposal.refuse': none,
  'market.stop': release,
  'user.freeze': release,
  'loan.decide': house('wallet', 'lending', 'receivable', 'debt'),
  'withdrawal.approve': release,
  // Two persons.
  'desk.grant': none,
  'asset.list': none,
  'instrument.list': none,
  'market.list': none,
  'market.change': release,
  'market.steps': release,
  'parameters.set': none,
  'user.unfreeze': none,
  'account.link': none,
  'account.unlink': none,
  'treasury.move': house('fee', 'treasury', 'insurance', 'lending', 'secondPool', 'rewards', 'network'),
  correction: house('treasury', 'wallet'),
  'campaign.fund': house('rewards', 'reserve'),
  'deal.rule': trade(['wallet', 'fee', 'safety']),
  // Between two customers, without fee: out of the merchant's bond.
  'bond.pay': trade(['wallet']),
  'contract.list': none,
  'contract.change': none,
  'contract.closingRate': none,
  'contract.fees': none,
  'margin.set': none,
  'second.set': none,
  'swap.set': release,
  'earn.set': none,
  'loan.set': none,
  'otc.set': none,
  'rail.set': none,
  'withdrawal.limits': none,
  'withdrawal.rules': none,
};
