// The effects of each command on balances. Tests compare this data with the page `docs/concepts/nobody.md` and with valid
// commands.

import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import type { CommandName } from '../../src/index.ts';

export type ClassName = keyof typeof ACCOUNT_CLASS;

/**
 * `none`: no balance changes. `release`: holds return to their owner; no total changes. `own`: only the sender's own
 * accounts change, with an unchanged sum. `trade`: both sides exchange assets at the agreed price, with the fees of the
 * tables. `operator`: pays from, or into, an account of the operator that must have the amount. `outside`: money enters or
 * leaves the exchange.
 */
export type Way = 'none' | 'release' | 'own' | 'trade' | 'operator' | 'outside';

export interface Effect {
  readonly way: Way;
  /** Account classes whose balances may change under the command. */
  readonly classes: readonly ClassName[];
}

const none: Effect = { way: 'none', classes: [] };
const release: Effect = { way: 'release', classes: ['wallet'] };
/** A matching order changes: both sides, fees, safety fund, referrers and agents (wallets), rounding remainders. */
const spot: readonly ClassName[] = ['wallet', 'fee', 'safety'];
/**
 * A contract order also changes: isolated margin, the market's clearing, and insurance when a contract wallet or
 * position falls short.
 */
const contract: readonly ClassName[] = [...spot, 'margin', 'clearing', 'rounding', 'insurance'];
const own = (...classes: ClassName[]): Effect => ({ way: 'own', classes });
const trade = (classes: readonly ClassName[]): Effect => ({ way: 'trade', classes });
const operator = (...classes: ClassName[]): Effect => ({ way: 'operator', classes });
const outside = (...classes: ClassName[]): Effect => ({ way: 'outside', classes: [...classes, 'outside'] });

export const EFFECTS: Readonly<Record<CommandName, Effect>> = {
  // The sequencer.
  genesis: outside('wallet', 'insurance', 'treasury', 'secondPool', 'lending', 'rewards'),
  epoch: none,
  'rules.activate': none,
  'rules.announce': none,
  seal: none,
  // Markets. A tick triggers openings, settlements, liquidations, stop orders and their fills.
  ticks: { way: 'trade', classes: [...contract, 'escrow', 'secondPool', 'debt', 'receivable', 'lending'] },
  // What the ticks of its slot set off.
  'slot.end': { way: 'trade', classes: [...contract, 'debt', 'receivable', 'lending'] },
  'maker.quote': trade(contract),
  'hours.set': none,
  'maker.transfer': own('wallet'),
  // Identity.
  'user.open': none,
  // Freezing a user cancels their opening orders.
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
  'debt.borrow': operator('wallet', 'lending', 'receivable', 'debt'),
  'debt.repay': operator('wallet', 'lending', 'receivable', 'debt', 'treasury', 'fee'),
  'debt.leverage': none,
  // Second contracts, staking and finance, loans.
  'second.open': operator('wallet', 'secondPool', 'escrow'),
  'earn.buy': operator('wallet', 'treasury', 'reserve'),
  'earn.redeem': operator('wallet', 'treasury', 'reserve'),
  'loan.apply': none,
  'loan.repay': operator('wallet', 'lending', 'receivable', 'debt', 'treasury', 'fee'),
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
  'reward.claim': operator('wallet', 'rewards', 'reserve'),
  'practice.claim': outside('wallet'),
  // Custody.
  'deposit.credit': outside('wallet', 'debt', 'receivable'),
  'deposit.restore': outside('wallet', 'debt', 'receivable'),
  'deposit.reverse': outside('wallet', 'debt', 'receivable'),
  'withdrawal.step': outside('wallet', 'network'),
  'withdrawal.failProven': release,
  'withdrawal.replan': none,
  'withdrawal.pass': none,
  // Needs one staff member.
  'proposal.make': none,
  // An approved proposal has the effects of the command it contains, listed under that command.
  'proposal.approve': none,
  'proposal.refuse': none,
  'market.stop': release,
  'user.freeze': release,
  'loan.decide': operator('wallet', 'lending', 'receivable', 'debt'),
  'withdrawal.approve': release,
  // Needs two staff members.
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
  'treasury.move': operator('fee', 'treasury', 'insurance', 'lending', 'secondPool', 'rewards', 'network'),
  correction: operator('treasury', 'wallet'),
  'campaign.fund': operator('rewards', 'reserve'),
  'deal.rule': trade(['wallet', 'fee', 'safety']),
  // Between two users, without a fee, from the merchant's bond.
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
