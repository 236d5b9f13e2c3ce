// A world where one borrows: rates one can see, both markets on margin, a house that lends and insures.

import { ACCOUNT_CLASS, WALLET } from '../../src/enum/index.ts';
import { type Command, encodeCommand } from '../../src/index.ts';
import { BTC, command, ETH, type Shape, USDT } from '../kit/genesis.ts';
import { ANNA, NO_KEY, NOON, type Reply, World } from '../kit/world.ts';
import { MarginAudit } from './audit.ts';

export const CROSS = WALLET.crossMargin;
export const ISOLATED = WALLET.isolatedMargin;
export const HOUR = 3_600_000;
export const LENDING = ACCOUNT_CLASS.lending;
export const INSURANCE = ACCOUNT_CLASS.insurance;
export const FEE = ACCOUNT_CLASS.fee;
/** An hour of USDT costs 1 %, of BTC 0.7 %, of ETH a third of a percent: billionths. */
export const RATES = { [BTC]: 7_000_000, [ETH]: 3_333_333, [USDT]: 10_000_000 } as const;
export const LENT = 50_000;

export type Change = Readonly<Record<string, unknown>>;

export const assetsOf = (change: Readonly<Record<number, Change>> = {}): object[] => [
  { asset: BTC, instrument: 1, rate: RATES[BTC], factor: 950_000, limit: 20_000, ...change[BTC] },
  { asset: ETH, instrument: 2, rate: RATES[ETH], factor: 800_000, limit: 20_000, ...change[ETH] },
  { asset: USDT, instrument: 0, rate: RATES[USDT], factor: 1_000_000, limit: 40_000, ...change[USDT] },
];

export const LEVELS = [
  { leverage: 3, borrow: 1_500_000, call: 1_300_000, liquidation: 1_100_000 },
  { leverage: 5, borrow: 1_250_000, call: 1_150_000, liquidation: 1_080_000 },
  { leverage: 10, borrow: 1_110_000, call: 1_080_000, liquidation: 1_050_000 },
];

/** margin.set: both markets, isolated 10 and 5, cross 3. */
export function setOf(change: Change = {}): Command {
  return command('margin.set', {
    assets: assetsOf(),
    levels: LEVELS,
    markets: [
      { market: 1, leverage: 10 },
      { market: 2, leverage: 5 },
    ],
    ...{ cross: 3, transferOut: 2_000_000, ...change },
  });
}

export interface MarginShape extends Partial<Shape> {
  readonly lending?: number;
  readonly insurance?: number;
  /** Sets more up before the first customer. */
  readonly before?: (world: World) => void;
}

const everyAsset = (of: number, amount: number): Shape['funds'] =>
  amount === 0 ? [] : [BTC, ETH, USDT].map((asset) => ({ class: of, asset, amount }));

export class MarginWorld extends World {
  constructor({ lending = LENT, insurance = 5_000, before, ...change }: MarginShape = {}, set: Change = {}, at = NOON) {
    super({ funds: [...everyAsset(LENDING, lending), ...everyAsset(INSURANCE, insurance)], ...change }, 0);
    this.time = at;
    this.must(setOf(set));
    before?.(this);
    for (let user = 2; user < 5; user += 1) {
      this.open(user === 2 ? 0 : user - 1);
      this.claim(user);
    }
    this.tick();
  }

  get margin(): MarginAudit {
    return this.audit.products.find((one) => one instanceof MarginAudit)!;
  }

  borrowOf(user: number, wallet: number, asset: number, amount: number, market = wallet === ISOLATED ? 1 : 0): Command {
    return command('debt.borrow', { user, ...NO_KEY, wallet, market, asset, amount });
  }

  borrow(user: number, wallet: number, asset: number, amount: number, market?: number): Reply {
    return this.send(this.borrowOf(user, wallet, asset, amount, market));
  }

  repayOf(user: number, wallet: number, asset: number, amount = 0, market = wallet === ISOLATED ? 1 : 0): Command {
    return command('debt.repay', { user, ...NO_KEY, wallet, market, asset, amount });
  }

  repay(user: number, wallet: number, asset: number, amount?: number, market?: number): Reply {
    return this.send(this.repayOf(user, wallet, asset, amount, market));
  }

  leverage(user: number, wallet: number, leverage: number, market = wallet === ISOLATED ? 1 : 0): Reply {
    return this.send(command('debt.leverage', { user, ...NO_KEY, wallet, market, leverage }));
  }

  /** Money into a margin wallet. */
  put(user: number, wallet: number, asset: number, amount: number, market = wallet === ISOLATED ? 1 : 0): Reply {
    return this.transfer(user, 1, wallet, asset, amount, market);
  }

  out(user: number, wallet: number, asset: number, amount: number, market = wallet === ISOLATED ? 1 : 0): Reply {
    return this.transfer(user, wallet, 1, asset, amount, market);
  }

  /** What a user has of an asset in a margin wallet. */
  in(user: number, wallet: number, asset: number, market = wallet === ISOLATED ? 1 : 0): number {
    const { available, held } = this.audit.balance(user, asset, wallet, market);
    return available + held;
  }

  owes(user: number, wallet: number, asset: number, market = wallet === ISOLATED ? 1 : 0): readonly number[] {
    const { principal, interest } = this.margin.owed({ user, wallet, market, asset });
    return [principal, interest];
  }

  /** Steps of liquidation emitted in the last batch. */
  steps(): number[] {
    return this.emitted('margin.step').map(({ step }) => step);
  }

  ask(one: Command): { code: number; numbers: readonly number[]; expected: number; got: number } {
    return this.exchange.ask(encodeCommand(one), 0);
  }

  /** Deep quotes of the market maker around an index, `lots` a level. */
  quoteAround(market: number, index: number, lots: number): void {
    const levels = [1, 2, 3, 4].flatMap(
      (step) =>
        [
          [1, index - step, lots],
          [2, index + step, lots],
        ] as const,
    );
    this.quote(market, levels);
  }
}

export { ANNA };
