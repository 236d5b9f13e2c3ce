// What is simulated: the setup commands, and the acts of users. One line per product.

import { activations, type CommandName, encodeCommand, NEWEST_RULES } from '../src/index.ts';
import { contractActs, contractEnds, contractSetup } from './actors/contracts.ts';
import { contracts } from './actors/contract-listings.ts';
import { custodyActs, custodyExchange, custodySettles, custodySetup } from './actors/custody.ts';
import { deskExchange, deskSettles, deskSetup } from './actors/desk.ts';
import { earnActs, earnEnds, earnSetup } from './actors/earn.ts';
import { fillerActs } from './actors/filler.ts';
import { garbageActs } from './actors/garbage.ts';
import { loanActs, loanEnds, loanTreasury, loanSettles, loanSetup } from './actors/loan.ts';
import { marginActs, marginEnds, marginTerms } from './actors/margin.ts';
import { otcActs, otcEnds, otcTreasury, otcTerms, otcWelcome } from './actors/otc.ts';
import { secondActs, secondSetup } from './actors/second.ts';
import { quoteCommand, type Quoted, spotActs } from './actors/spot.ts';
import { walletActs } from './actors/wallet.ts';
import { genesis, hours, spots } from './scenes/scene.ts';
import type { Act, OperatorAct, Scenario } from './scenario.ts';

/**
 * How a product ends in the calm phase: what operator and custody send in each slot, what each user sends in each
 * round.
 */
export interface Settler {
  readonly house?: (stage: Scenario) => Float64Array[];
  readonly user?: (stage: Scenario, user: number) => Float64Array[];
}

/** One product of the exchange in the simulation. */
export interface Product {
  readonly name: string;
  /** Sent when a user has been opened. */
  readonly welcome?: (user: number) => Float64Array[];
  /** Sent before the first user. */
  readonly setup?: () => Float64Array[];
  readonly acts: readonly Act[];
  readonly house?: readonly OperatorAct[];
  readonly settler?: Settler;
  /** Commands that a long run must have executed. */
  readonly covers: readonly CommandName[];
}

/** Quotes of the calm phase: enough for all users. */
function deep<T extends Quoted>(listing: T): T {
  return { ...listing, lots: listing.lots * 5 };
}

export const products: readonly Product[] = [
  {
    name: 'spot',
    setup: () => [genesis(), hours()],
    acts: spotActs,
    settler: { house: (stage) => spots.map((listing) => quoteCommand(stage, deep(listing))) },
    covers: ['ticks', 'maker.quote', 'order.place', 'order.amend', 'order.cancel', 'order.cancelAll'],
  },
  { name: 'wallet', acts: walletActs, covers: ['wallet.transfer', 'practice.claim'] },
  {
    ...{
      name: 'custody',
      setup: custodySetup,
      acts: custodyActs,
      house: custodyExchange,
      settler: { house: custodySettles },
    },
    covers: [
      ...([
        'deposit.credit',
        'deposit.reverse',
        'deposit.restore',
        'withdrawal.request',
        'withdrawal.cancel',
        'withdrawal.step',
      ] as const),
      ...(['withdrawal.approve', 'withdrawal.pass', 'withdrawal.failProven', 'withdrawal.replan'] as const),
      ...(['swap.place', 'reward.claim'] as const),
    ],
  },
  { name: 'seconds', setup: secondSetup, acts: secondActs, covers: ['second.open'] },
  {
    ...{ name: 'contracts', setup: contractSetup, acts: contractActs },
    settler: { house: (stage) => contracts.map((listing) => quoteCommand(stage, deep(listing))), user: contractEnds },
    covers: [
      ...(['contract.place', 'position.close', 'position.closeMany', 'position.margin', 'position.guard'] as const),
      ...(['leverage.set', 'position.closeProven'] as const),
    ],
  },
  {
    ...{ name: 'margin', setup: () => [marginTerms()], acts: marginActs, settler: { user: marginEnds } },
    covers: ['debt.borrow', 'debt.repay', 'debt.leverage'],
  },
  {
    ...{ name: 'earn', setup: earnSetup, acts: earnActs, settler: { user: earnEnds } },
    covers: ['earn.buy', 'earn.redeem'],
  },
  {
    ...{
      name: 'otc',
      setup: () => [otcTerms()],
      welcome: otcWelcome,
      acts: otcActs,
      house: otcTreasury,
      settler: { user: otcEnds },
    },
    covers: [
      ...([
        'offer.open',
        'offer.close',
        'deal.open',
        'deal.paid',
        'deal.release',
        'deal.cancel',
        'deal.appeal',
      ] as const),
      ...(['bond.lock', 'bond.free', 'merchant.set'] as const),
    ],
  },
  {
    ...{
      name: 'loans',
      setup: loanSetup,
      acts: loanActs,
      house: loanTreasury,
      settler: { house: loanSettles, user: loanEnds },
    },
    covers: ['loan.apply', 'loan.repay', 'loan.decide'],
  },
  {
    ...{ name: 'desk', setup: deskSetup, acts: [], house: deskExchange, settler: { house: deskSettles } },
    covers: ['proposal.make', 'proposal.approve', 'proposal.refuse', 'market.stop', 'user.freeze', 'agent.set'],
  },
  { name: 'garbage', acts: garbageActs, covers: [] },
  { name: 'rows', acts: fillerActs, covers: [] },
];

export const acts: readonly Act[] = products.flatMap((product) => product.acts);
export const houseActs: readonly OperatorAct[] = products.flatMap(({ house }) => house ?? []);
export const settlers: readonly Settler[] = products.flatMap(({ settler }) => settler ?? []);

/** The first commands for a new user. */
export function welcome(user: number): Float64Array[] {
  return products.flatMap((product) => product.welcome?.(user) ?? []);
}

/** What the market maker quotes, spot and contracts. */
export const quoted: readonly Quoted[] = [...spots, ...contracts];

/** Everything before the first user, under rules of that version. */
export function setup(rules: number = NEWEST_RULES): Float64Array[] {
  const [genesis, ...rest] = products.flatMap((product) => product.setup?.() ?? []);
  if (genesis === undefined) throw new Error('Expected a genesis among what the products set up.');
  return [genesis, ...activations(1, rules).map(encodeCommand), ...rest];
}
