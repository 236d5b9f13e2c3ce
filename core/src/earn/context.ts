// The tables that staking and finance use.

import type { CoreContext } from '../core-context.ts';
import type { Clock, Timers } from '../clock/index.ts';
import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { type Ledger, type WalletRules } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Users } from '../user/index.ts';
import type { EventBuffer } from '../state/index.ts';
import { Products } from './products.ts';
import { Stakes } from './stakes.ts';

export class EarnContext {
  readonly products: Products;
  readonly stakes: Stakes;
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly walletRules: WalletRules;
  readonly users: Users;
  /** Listed assets. */
  readonly listed: Markets;
  /** Numbers of the last decision: promised yield or atoms received, the end or the penalty, the forfeited yield. */
  promised = 0;
  ends = 0;
  receive = 0;
  penalty = 0;
  unused = 0;
  /** Numbers of the last refusal. */
  expected = 0;
  got = 0;

  constructor(core: CoreContext) {
    const { registry, out, clock, timers, ledger, walletRules, users, orderBooks } = core;
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.walletRules = walletRules;
    this.users = users;
    this.listed = orderBooks.markets;
    this.products = new Products(registry, out);
    this.stakes = new Stakes(registry);
  }

  /** Atoms of an asset in the treasury. */
  treasury(asset: number): number {
    const slot = this.ledger.find(ACCOUNT_CLASS.treasury, 0, 0, asset, 0);
    return slot === 0 ? 0 : (this.ledger.accounts.available[slot] as number);
  }

  /** Moves atoms from the treasury to the reserve (below 0: back). */
  reserve(asset: number, atoms: number): void {
    const { ledger } = this;
    const treasury = ledger.open(ACCOUNT_CLASS.treasury, 0, 0, asset, 0);
    const reserve = ledger.open(ACCOUNT_CLASS.reserve, 0, 0, asset, 0);
    ledger.post(treasury, -atoms, 0);
    ledger.post(reserve, atoms, 0);
  }

  /** Pays yield from the reserve to a user's spot wallet. */
  pay(user: number, asset: number, atoms: number): void {
    const { ledger } = this;
    const reserve = ledger.open(ACCOUNT_CLASS.reserve, 0, 0, asset, 0);
    const wallet = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
    ledger.post(reserve, -atoms, 0);
    ledger.post(wallet, atoms, 0);
  }

  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }
}
