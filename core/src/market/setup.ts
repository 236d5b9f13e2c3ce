// All parameters at their initial values: the commands that follow genesis before the first user exists. Each product's
// values are in its own file beside this one; the rules and rates pages show them.

import type { Command } from '../schema/index.ts';
import type { Mode } from './defaults.ts';
import { earnSetup } from './earn-defaults.ts';
import { loanSetup } from './loan-defaults.ts';
import { marginSetup } from './margin-defaults.ts';
import { otcSetup } from './otc-defaults.ts';
import { contractFunding, contractSetup } from './perpetual-defaults.ts';
import { secondSetup } from './second-defaults.ts';
import { bankSetup, dollarCoinSetup, walletSetup } from './wallet-defaults.ts';

/** All products at their initial values, ordered so that each finds what it needs. Sender `setup`. */
export function defaultSetup(mode: Mode): readonly Command[] {
  return [
    ...contractSetup(),
    ...marginSetup(),
    ...secondSetup(),
    ...earnSetup(),
    ...loanSetup(),
    ...walletSetup(mode),
    ...bankSetup(),
    ...dollarCoinSetup(mode),
    ...otcSetup(),
  ];
}

/**
 * The commands right after genesis in a new journal: all products and, in practice, where genesis funds the market
 * maker, its transfers to the contract wallets.
 */
export function firstCommands(mode: Mode): readonly Command[] {
  return [...defaultSetup(mode), ...(mode === 'practice' ? contractFunding() : [])];
}
