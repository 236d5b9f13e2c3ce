// A world with staking and finance: rates one can see on small principals, a treasury to pay them from.

import { EARN_KIND } from '../../src/enum/index.ts';
import type { Command } from '../../src/index.ts';
import { grantAll } from '../desk/kit.ts';
import { command, type Shape, USDT } from '../kit/genesis.ts';
import { NO_KEY, type Reply, World } from '../kit/world.ts';
import { EarnAudit, type Stake } from './audit.ts';

export const DAY = 86_400_000;
export const TREASURY = 5_000;
/** Products: 7 days of staking at 1 % a day; 36.5 % a year locked for 14 days, redeemable or not; flexible; members'. */
export const STAKING = EARN_KIND.staking;
export const LOCKED = 2;
export const OPENABLE = 3;
export const FLEXIBLE = 4;
export const MEMBERS = 5;

const usual = {
  ...{ product: STAKING, kind: 1, tab: 0, asset: USDT, days: 7, flexible: 0, rate: 10_000_000, min: 10, max: 5_000 },
  ...{ times: 3, total: 12_000, tier: 0, penalty: 10_000, early: 1, open: 1 },
};
const finance = { ...usual, kind: 2, tab: 1, rate: 365_000_000, days: 14, times: 0, penalty: 0, early: 0 };

export type Terms = Readonly<Record<string, number>>;

/** earn.set of one of the products, changed by `terms`. */
export function setOf(product: number, terms: Terms = {}): Command {
  const own: readonly Terms[] = [
    usual,
    { ...finance, product: LOCKED },
    { ...finance, product: OPENABLE, early: 1 },
    { ...finance, product: FLEXIBLE, tab: 3, days: 1, flexible: 1, early: 1 },
    { ...finance, product: MEMBERS, tab: 2, tier: 1 },
  ];
  return command('earn.set', { ...own[product - 1], ...terms });
}

export class EarnWorld extends World {
  /** `desk`: with operators, so that two persons can change terms later. */
  constructor(
    change: Partial<Shape> = {},
    terms: Readonly<Record<number, Terms>> = {},
    treasury = TREASURY,
    desk = false,
  ) {
    super({ funds: treasury === 0 ? [] : [{ class: 11, asset: USDT, amount: treasury }], ...change }, 0);
    if (desk) grantAll(this);
    for (let product = STAKING; product <= MEMBERS; product += 1) this.must(setOf(product, terms[product]));
    for (let user = 2; user < 5; user += 1) {
      this.open(user === 2 ? 0 : user - 1);
      this.claim(user);
    }
    this.tick();
  }

  get earn(): EarnAudit {
    return this.audit.products.find((one) => one instanceof EarnAudit)!;
  }

  buyOf(user: number, product: number, amount: number, fields: Terms = {}): Command {
    return command('earn.buy', { user, ...NO_KEY, product, amount, version: 1, ...fields });
  }

  take(user: number, product: number, amount: number, fields: Terms = {}): Reply {
    return this.send(this.buyOf(user, product, amount, fields));
  }

  /** A purchase that must be done; gives the stake's id. */
  stake(user: number, product: number, amount: number): number {
    return this.must(this.buyOf(user, product, amount));
  }

  redeemOf(user: number, stake: number, receive: number): Command {
    return command('earn.redeem', { user, ...NO_KEY, stake, receive });
  }

  redeem(user: number, stake: number, receive: number): Reply {
    return this.send(this.redeemOf(user, stake, receive));
  }

  running(id: number): Stake | undefined {
    return this.earn.open.get(id);
  }

  get treasury(): number {
    return this.audit.house(11, USDT);
  }

  get reserve(): number {
    return this.audit.house(5, USDT);
  }

  principal(user: number): number {
    return this.audit.balance(user, USDT, 7).held;
  }
}
