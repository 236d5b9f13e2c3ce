// Deals over the counter for tests: a merchant with his bond who sells bitcoin, and who takes a part of it.

import { type Command, packText } from '@vitrine/core';
import { command } from '../../support/exchange-world.ts';

const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
const BTC = 1;
const BOND = 2_000 * 1_000_000;
/** Of one coin, in hundredths of the currency. */
const PRICE = 70_500_000;
const PART = 100_000;

/** Runs a command and gives its result; throws when it is refused. */
export type Run = (one: Command) => number | Promise<number>;

/** Makes a customer a verified merchant who offers a hundred parts; gives the offer. Needs practice money not yet claimed. */
export async function offerOf(run: Run, merchant: number): Promise<number> {
  await run(command('practice.claim', { user: merchant, ...NO_KEY }));
  await run(command('user.set', { user: merchant, stage: 2, locks: 0 }));
  await run(command('merchant.set', { user: merchant, merchant: 2 }));
  await run(command('bond.lock', { user: merchant, ...NO_KEY, amount: BOND }));
  return run(
    command('offer.open', {
      ...{ user: merchant, ...NO_KEY, side: 2, asset: BTC, currency: packText('CNY'), price: PRICE },
      ...{ amount: 20 * PART, min: PART, max: PART, payments: 1 },
    }),
  );
}

/** A customer takes one part; gives the deal. */
export async function dealOf(run: Run, offer: number, user: number): Promise<number> {
  return run(command('deal.open', { user, ...NO_KEY, offer, amount: PART, price: PRICE }));
}

export function act(what: 'paid' | 'release' | 'cancel' | 'appeal', user: number, deal: number): Command {
  return command(`deal.${what}`, { user, ...NO_KEY, deal });
}
