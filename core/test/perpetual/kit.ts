// A world with contracts: one instrument with a U and a coin contract, another (with hours where asked) with a U one.

import { CONTRACT_DIRECTION, MARGIN_MODE, POSITION_SIDE, WALLET } from '../../src/enum/index.ts';
import { type Command, type EventOf } from '../../src/index.ts';
import { BTC, command, type Shape, USDT } from '../kit/genesis.ts';
import { NO_KEY, type Reply, World } from '../kit/world.ts';
import { ContractAudit } from './audit.ts';

/** Markets: U contract of instrument 1, U contract of instrument 2, coin contract of instrument 1. */
export const U = 101;
export const HOURLY = 102;
export const COIN = 201;
export const OPEN_LONG = CONTRACT_DIRECTION.openLong;
export const OPEN_SHORT = CONTRACT_DIRECTION.openShort;
export const CLOSE_LONG = CONTRACT_DIRECTION.closeLong;
export const CLOSE_SHORT = CONTRACT_DIRECTION.closeShort;
export const CROSS = MARGIN_MODE.cross;
export const ISOLATED = MARGIN_MODE.isolated;
export const LONG = POSITION_SIDE.long;
export const SHORT = POSITION_SIDE.short;
/** Wallets of U and of coin contracts. */
export const U_WALLET = WALLET.uContract;
export const COIN_WALLET = WALLET.coinContract;

/** Steps in USDT atoms (U) and whole USD (coin): half a percent of each as a start. */
export const TIERS = [
  { cap: 20_000, rate: 10_000, leverage: 50 },
  { cap: 100_000, rate: 25_000, leverage: 20 },
  { cap: 1_000_000, rate: 50_000, leverage: 10 },
];
export const COIN_TIERS = [
  { cap: 2_000, rate: 10_000, leverage: 50 },
  { cap: 10_000, rate: 25_000, leverage: 20 },
];
export const FEES = [
  { maker: 2_000, taker: 5_000 },
  { maker: 1_000, taker: 4_000 },
  { maker: 999, taker: 3_333 },
];

export type Terms = Readonly<Record<string, unknown>>;

/** contract.list of the U contract, changed by `terms`. */
export function listOf(terms: Terms = {}): Command {
  return command('contract.list', {
    ...{ market: U, type: 2, instrument: 1, settle: USDT, tickDecimals: 1, lotDecimals: 1, perLot: 1, face: 0 },
    ...{ minValue: 20, maxValue: 1_000_000, impact: 5_000, fundingHours: 8, tiers: TIERS, ...terms },
  });
}

export function coinListOf(terms: Terms = {}): Command {
  return listOf({
    ...{ market: COIN, type: 3, settle: BTC, lotDecimals: 0, perLot: 1_000, face: 10 },
    ...{ minValue: 10, maxValue: 100_000, impact: 500, tiers: COIN_TIERS, ...terms },
  });
}

export interface ContractShape {
  readonly fees: readonly { readonly maker: number; readonly taker: number }[];
  /** Moved to wallet 2 (USDT) and 3 (BTC) of each user, and of the house. */
  readonly money: number;
  readonly coins: number;
  readonly house: number;
  readonly terms: Terms;
  /** Customers behind each other, from user 2 on. */
  readonly users: number;
}

const usualContracts: ContractShape = { fees: FEES, money: 20_000, coins: 400, house: 500_000, terms: {}, users: 3 };

export class ContractWorld extends World {
  constructor(change: Partial<Shape> = {}, contracts: Partial<ContractShape> = {}) {
    super(change, 0);
    const { fees, money, coins, house, terms, users } = { ...usualContracts, ...contracts };
    this.must(command('contract.fees', { tiers: fees }));
    this.must(listOf(terms));
    this.must(listOf({ market: HOURLY, instrument: 2, tickDecimals: 0, perLot: 10, ...terms }));
    this.must(coinListOf());
    for (let user = 2; user < 2 + users; user += 1) {
      this.open(user === 2 ? 0 : user - 1);
      this.claim(user);
      if (money > 0) this.transfer(user, 1, U_WALLET, USDT, money);
      if (coins > 0) this.transfer(user, 1, COIN_WALLET, BTC, coins);
    }
    if (house > 0) {
      this.must(command('maker.transfer', { from: 1, to: U_WALLET, asset: USDT, amount: house }));
      this.must(command('maker.transfer', { from: 1, to: COIN_WALLET, asset: BTC, amount: house }));
    }
    this.tick();
  }

  get contracts(): ContractAudit {
    return this.audit.products.find((one) => one instanceof ContractAudit)!;
  }

  contractOf(user: number, fields: Terms): Command {
    const opening = ((fields['direction'] ?? 1) as number) < 3;
    return command('contract.place', {
      ...{ user, ...NO_KEY, market: U, direction: OPEN_LONG, marginMode: CROSS, leverage: opening ? 10 : 0 },
      ...{ type: 1, timeInForce: 1, price: 0, lots: 0, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0 },
      ...{ guardBy: 1, selfTrade: 1, ...fields },
    });
  }

  order2(user: number, direction: number, lots: number, price: number, fields: Terms = {}): Reply {
    const market = price === 0 ? { type: 2, timeInForce: 2 } : {};
    return this.send(this.contractOf(user, { direction, lots, price, ...market, ...fields }));
  }

  /** An order that must be taken; gives its id. Price 0: at the market. */
  go(user: number, direction: number, lots: number, price: number, fields: Terms = {}): number {
    const reply = this.order2(user, direction, lots, price, fields);
    if (reply.code !== 200) throw new Error(`expected an order done, got ${JSON.stringify(reply)}`);
    return reply.result;
  }

  /** Long and short of the same lots at a price: what two users open against each other. */
  pair(long: number, short: number, lots: number, price: number, fields: Terms = {}): void {
    this.go(short, OPEN_SHORT, lots, price, fields);
    this.go(long, OPEN_LONG, lots, price, fields);
  }

  position(user: number, side: number, market = U): EventOf<'position.changed'> | undefined {
    return this.contracts.positionOf(user, market, side);
  }

  closePosition(user: number, position: number): Reply {
    return this.send(command('position.close', { user, ...NO_KEY, position }));
  }

  margin(user: number, position: number, flag: number, amount: number): Reply {
    return this.send(command('position.margin', { user, ...NO_KEY, position, flag, amount }));
  }

  guard(user: number, position: number, fields: Terms): Reply {
    return this.send(
      command('position.guard', {
        ...{ user, ...NO_KEY, position, stopProfit: 0, stopLoss: 0, triggerBy: 1, lots: 0, ...fields },
      }),
    );
  }

  leverage(user: number, leverage: number, marginMode: number = CROSS, market = U): Reply {
    return this.send(command('leverage.set', { user, ...NO_KEY, market, marginMode, leverage }));
  }

  /** What a user has of the settle asset in a contract wallet, margin of positions included. */
  wealth(user: number, wallet: number = U_WALLET): number {
    let sum = 0;
    for (const account of this.audit.accounts.values())
      if (account.user === user && ((account.class === 1 && account.wallet === wallet) || account.class === 2)) {
        const coin = account.asset === BTC;
        if (coin === (wallet === COIN_WALLET)) sum += account.available + account.held;
      }
    return sum;
  }
}
