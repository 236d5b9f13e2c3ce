// The tables that second contracts use.

import type { CoreContext } from '../core-context.ts';
import type { Clock, Timers } from '../clock/index.ts';
import type { Ledger, WalletRules } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Prices } from '../price/index.ts';
import { RULE } from '../rules.ts';
import type { EventBuffer } from '../state/index.ts';
import type { Users } from '../user/index.ts';
import { Contracts } from './contracts.ts';
import { Endings } from './endings.ts';
import { SecondMarkets } from './markets.ts';

export class SecondContext {
  readonly markets: SecondMarkets;
  readonly contracts: Contracts;
  readonly endings: Endings;
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly walletRules: WalletRules;
  readonly prices: Prices;
  /** Listed assets. */
  readonly listed: Markets;
  private readonly users: Users;
  /** Numbers of the last decision: the possible win in atoms, the row of the period. */
  win = 0;
  period = 0;
  /** Numbers of the last refusal. */
  expected = 0;
  got = 0;

  constructor(core: CoreContext) {
    const { registry, out, clock, timers, ledger, walletRules, prices, orderBooks, users } = core;
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.walletRules = walletRules;
    this.prices = prices;
    this.listed = orderBooks.markets;
    this.users = users;
    this.markets = new SecondMarkets(registry, out);
    this.contracts = new Contracts(registry, this.markets);
    this.endings = new Endings(registry, this.contracts);
  }

  /** Atoms of an asset that a user has staked in open contracts; since rules `linkedStakes` linked accounts together. */
  stakedOf(user: number, asset: number): number {
    const { contracts, users, clock } = this;
    if (clock.rules < RULE.linkedStakes) return contracts.stakedOf(user, asset);
    return users.together(user, (one) => contracts.stakedOf(one, asset));
  }

  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }
}
