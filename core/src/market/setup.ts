// Everything that can be set, at its first value: the commands that follow genesis before the first customer is there.
// Each product's values stand in a file of its name beside this one; the rules and rates pages show them.

import type { Command } from '../schema/index.ts';
import type { Mode } from './defaults.ts';
import { earnSetup } from './earn-defaults.ts';
import { loanSetup } from './loan-defaults.ts';
import { marginSetup } from './margin-defaults.ts';
import { otcSetup } from './otc-defaults.ts';
import { contractFunding, contractSetup } from './perpetual-defaults.ts';
import { secondSetup } from './second-defaults.ts';
import { bankSetup, dollarCoinSetup, walletSetup } from './wallet-defaults.ts';

/** All products at their first values, in an order in which each finds what it needs. Sender `setup`. */
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
 * What directly follows genesis in a new journal: all products, and in practice, where genesis funds the market maker,
 * its way from there into the contract wallets.
 */
export function firstCommands(mode: Mode): readonly Command[] {
  return [...defaultSetup(mode), ...(mode === 'practice' ? contractFunding() : [])];
}
