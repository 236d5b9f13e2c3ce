// All domains of one exchange, wired: the only place that knows them all.

import { Clock, Timers } from './clock/index.ts';
import { Keys } from './key/index.ts';
import { Ledger } from './ledger/index.ts';
import { Users } from './party/index.ts';
import { Prices } from './price/index.ts';
import { SpotRoom } from './spot/index.ts';
import { Out, Registry } from './state/index.ts';
import { Wallet } from './wallet/index.ts';

export class Parts {
  readonly registry = new Registry();
  readonly out = new Out();
  readonly clock = new Clock(this.registry);
  readonly timers = new Timers(this.registry);
  readonly ledger = new Ledger(this.registry, this.out);
  readonly users = new Users(this.registry, this.out, this.clock);
  readonly prices = new Prices(this.registry, this.out, this.clock, this.timers);
  readonly spot = new SpotRoom(this.registry, this.out, this.clock, this.ledger, this.users, this.prices);
  readonly wallet = new Wallet(this.registry, this.out, this.clock, this.ledger, this.users, this.spot.markets);
  readonly keys = new Keys(this.registry);
}
