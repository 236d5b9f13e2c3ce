// What every domain of one exchange works on: its tables, its events, its time, its money, its users and prices.

import type { Clock, Timers } from './clock/index.ts';
import type { Ledger, WalletRules } from './ledger/index.ts';
import type { OrderBooks } from './order/index.ts';
import type { Prices } from './price/index.ts';
import type { EventBuffer, Registry } from './state/index.ts';
import type { Users } from './user/index.ts';

export interface CoreContext {
  readonly registry: Registry;
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly walletRules: WalletRules;
  readonly users: Users;
  readonly prices: Prices;
  readonly orderBooks: OrderBooks;
}
