// What the wallet domains share: the tables they read, accounts outside the exchange, debts of reversed deposits.

import type { CoreContext } from '../core-context.ts';
import type { Clock, Timers } from '../clock/index.ts';
import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { type Ledger, type WalletRules } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import { powerOfTen } from '../number/index.ts';
import type { Users } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import type { EventBuffer } from '../state/index.ts';
import { WithdrawalLimits } from './limits.ts';
import { Outside } from './outside.ts';
import { WithdrawalPasses } from './passes.ts';
import { Rails } from './rails.ts';
import { Reversals } from './reversals.ts';

/** Cents are hundredths of a tick. */
const CENT_DECIMALS = 2;

export class WalletContext {
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly walletRules: WalletRules;
  readonly users: Users;
  readonly prices: Prices;
  readonly markets: Markets;
  readonly outside: Outside;
  readonly rails: Rails;
  readonly reversals: Reversals;
  readonly limits: WithdrawalLimits;
  readonly passes: WithdrawalPasses;

  constructor(core: CoreContext) {
    const { registry, out, clock, timers, ledger, walletRules, users, prices, orderBooks } = core;
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.walletRules = walletRules;
    this.users = users;
    this.prices = prices;
    this.markets = orderBooks.markets;
    this.rails = new Rails(registry, out);
    this.outside = new Outside(ledger, this.rails);
    this.reversals = new Reversals(registry, out, ledger, this.rails);
    this.limits = new WithdrawalLimits(registry, out, clock, ledger, users, this.outside);
    this.passes = new WithdrawalPasses(registry, out, clock, users);
  }

  /** Cents per USDT at an instrument's index; 1 for USDT itself (instrument 0). */
  parts(instrument: number): number {
    return instrument === 0 ? 1 : powerOfTen((this.prices.rows.tickDecimals[instrument] as number) + CENT_DECIMALS);
  }

  /** The index in cents; 1 for USDT itself (instrument 0). */
  cents(instrument: number): number {
    return instrument === 0 ? 1 : this.prices.cents(instrument);
  }

  /** The account of an asset in a user's spot wallet; 0 when there is none. */
  spotAccount(user: number, asset: number): number {
    return this.ledger.find(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
  }

  /** Whether an instrument prices an asset: the asset is its base. 0 stands for USDT and USD. */
  valued(instrument: number, asset: number): boolean {
    if (instrument === 0) return true;
    return this.prices.exists(instrument) && this.prices.rows.base[instrument] === this.markets.assets.code[asset];
  }
}
