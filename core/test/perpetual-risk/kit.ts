// A world of contracts whose insurance fund has money, for liquidations and funding.

import { ACCOUNT_CLASS, MARKET_MAKER } from '../../src/enum/index.ts';
import type { Command, EventOf } from '../../src/index.ts';
import { grantAll } from '../desk/kit.ts';
import { BTC, command, type Shape, USDT } from '../kit/genesis.ts';
import { type ContractShape, ContractWorld, ISOLATED, U } from '../perpetual/kit.ts';
import type { RiskAudit } from './risk-audit.ts';

/** What the fund of the world that is being made begins with. */
let fund = 0;

function worldWith(insurance: number, make: () => RiskWorld): RiskWorld {
  fund = insurance;
  return make();
}

export class RiskWorld extends ContractWorld {
  override must(one: Command): number {
    if (one.name !== 'genesis') return super.must(one);
    const funds = [BTC, USDT].map((asset) => ({ class: ACCOUNT_CLASS.insurance, asset, amount: fund }));
    const done = super.must({ ...one, funds: [...one.funds, ...funds.filter(({ amount }) => amount > 0)] } as Command);
    grantAll(this);
    return done;
  }

  get risk(): RiskAudit {
    return this.contracts.risk;
  }

  /** What the insurance fund has. */
  insurance(asset: number = USDT): number {
    for (const account of this.audit.accounts.values())
      if (account.class === ACCOUNT_CLASS.insurance && account.asset === asset) return account.available;
    return 0;
  }

  /** Steps of liquidation in the last batch: [user, step, lots, insurance]. */
  liquidationSteps(): [user: number, step: number, lots: number, insurance: number][] {
    return this.emitted('liquidation.step').map(({ user, step, lots, insurance }) => [user, step, lots, insurance]);
  }

  steps(): EventOf<'liquidation.step'>[] {
    return this.emitted('liquidation.step');
  }

  /** The index of instrument 1 at so many cents; instrument 2 stays. */
  index(cents: number, second = 5_000): void {
    this.must(this.ticks([cents, second]));
  }

  /** A tick of one instrument alone: the others grow older. */
  only(instrument: number, price: number): void {
    this.must(command('ticks', { ticks: [{ instrument, price, spread: 0, used: 3, total: 3 }], quotes: [] }));
  }

  /** The index for a while, a second each, so that nothing is stale. */
  indexFor(cents: number, seconds: number, second = 5_000): void {
    for (let at = 0; at < seconds; at += 1) {
      this.time += 1_000;
      this.index(cents, second);
    }
  }

  /** A long and a short of two users, isolated, at a price, the long with `leverage`. */
  isolatedPair(long: number, short: number, lots: number, price: number, leverage: number, market = U): void {
    const fields = { market, marginMode: ISOLATED };
    this.go(short, 2, lots, price, { ...fields, leverage: 2 });
    this.go(long, 1, lots, price, { ...fields, leverage });
  }

  /** The house's bids and asks of a market, one level each. */
  quoteAround(bid: number, ask: number, lots: number, market = U): void {
    this.quote(market, [
      [1, bid, lots],
      [2, ask, lots],
    ]);
  }

  house(side: number, market = U): number {
    return this.position(MARKET_MAKER, side, market)?.lots ?? 0;
  }
}

/** A world of contracts with so much in the insurance fund of USDT and of BTC. */
export function riskWorld(
  insurance: number,
  contracts: Partial<ContractShape> = {},
  shape: Partial<Shape> = {},
): RiskWorld {
  return worldWith(insurance, () => new RiskWorld(shape, contracts));
}
