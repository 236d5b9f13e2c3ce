// Value of wallets, how much of it is held and by what, and the profit of the UTC day.

import { type BILL_KIND, type Decimal, type HELD_BY, WALLET_TYPES } from '@vitrine/contract';
import { SECOND_STATUS, WALLET } from '@vitrine/core/enum';
import type { BillFlow, TiedUp } from '../../../projection/views/index.ts';
import { decimalText, ratio, rateOf, VALUE_ASSET, walletWorth } from '../../wire/index.ts';
import type { RouteParts } from '../parts.ts';

type Kind = (typeof BILL_KIND)[number];
type HeldBy = (typeof HELD_BY)[number];
type Parts = Pick<RouteParts, 'live' | 'reads' | 'funds'>;

const BTC = 'BTC';
const BTC_DECIMALS = 8;
const SECONDS = 6;
const DAY = 86_400_000;
const ALL = 0;
/** Kinds that add or remove money without profit or loss. */
const MOVES: ReadonlySet<Kind> = new Set(['transfer', 'practice', 'deposit', 'withdrawal']);
/** Kinds with a debt of equal value: neither profit nor loss. */
const LENT: ReadonlySet<Kind> = new Set(['borrow', 'repay']);

/** Components of the day's profit in USDT; they add up to it. */
interface DayCause {
  readonly kind: Kind | 'prices';
  readonly usdt: Decimal;
}

/** Wallets of a type: 0 is all. */
function walletsOf(type: string): readonly number[] {
  return (type === '0' ? WALLET_TYPES : [type]).map((one) => Number.parseInt(one, 10));
}

/** Wallet totals over one set of parts. */
export function walletWorths({ live, reads, funds }: Parts) {
  function usdtText(atoms: bigint): Decimal {
    return decimalText(atoms, live.assetByCode(VALUE_ASSET)?.scale ?? 0);
  }

  /** USDT atoms as BTC with eight decimals; null without a rate. */
  function btcText(usdt: bigint): Decimal | null {
    const btc = live.assetByCode(BTC);
    const rate = btc && rateOf(live, btc);
    return btc && rate
      ? decimalText(ratio(ratio(usdt, rate.den, rate.num), 10 ** BTC_DECIMALS, 10 ** btc.scale), BTC_DECIMALS)
      : null;
  }

  /** Sum of the values of coins in USDT atoms, each rounded toward zero; undefined if one has no rate. */
  function worthOf(coins: Iterable<readonly [asset: number, atoms: bigint]>): bigint | undefined {
    let sum = 0n;
    for (const [id, atoms] of coins) {
      if (atoms === 0n) continue;
      const asset = live.asset(id);
      const rate = asset && rateOf(live, asset);
      if (!rate) return undefined;
      sum += ratio(atoms, rate.num, rate.den);
    }
    return sum;
  }

  /** Value of a wallet (0: all) in USDT atoms; undefined if a coin in it has no rate. */
  function worth(user: number, type: string): bigint | undefined {
    let sum = 0n;
    for (const wallet of walletsOf(type)) {
      const one = walletWorth(live, user, wallet);
      if (one === undefined) return undefined;
      sum += one;
    }
    return sum;
  }

  function runningSeconds(user: number) {
    return live.seconds(user).filter(({ status }) => status <= SECOND_STATUS.countdown);
  }

  /** Amounts that belong to the user but are in no account: margins of isolated positions, running stakes. */
  function tiedUp(user: number, type: string): TiedUp[] {
    const wallets = walletsOf(type);
    const margins = live.positions(user).flatMap(({ market, margin }): TiedUp[] => {
      const contract = live.contract(market);
      if (!contract || !wallets.includes(contract.type)) return [];
      return [{ of: 'margin', asset: contract.settle, atoms: BigInt(margin) }];
    });
    const seconds = wallets.includes(SECONDS) ? runningSeconds(user) : [];
    return [...margins, ...seconds.map(({ asset, amount }): TiedUp => ({ of: 'stake', asset, atoms: BigInt(amount) }))];
  }

  /** The unspendable part of a wallet by coin: held amounts, margins of isolated positions, running stakes. */
  function held(user: number, type: string): Map<number, bigint> {
    const wallets = walletsOf(type);
    const sums = new Map<number, bigint>();
    const add = (asset: number, atoms: number | bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(atoms));
    for (const one of live.balances(user)) if (wallets.includes(one.wallet)) add(one.asset, one.held);
    for (const { asset, atoms } of tiedUp(user, type)) add(asset, atoms);
    return sums;
  }

  /** Number of items of each kind that hold it. */
  function holders(user: number, type: string): { kind: HeldBy; count: number }[] {
    const wallets = walletsOf(type);
    const counts: Record<HeldBy, number> = {
      order: live.openOrders(user).filter(({ guard, wallet }) => guard === 0 && wallets.includes(wallet)).length,
      position: live.positions(user).filter(({ market }) => wallets.includes(live.contract(market)?.type ?? 0)).length,
      second: wallets.includes(SECONDS) ? runningSeconds(user).length : 0,
      withdrawal: wallets.includes(WALLET.spot) ? funds.underWay().filter((one) => one.user === user).length : 0,
      swap: wallets.includes(WALLET.spot) && live.swap(user) !== undefined ? 1 : 0,
      stake: 0,
      loan: 0,
      deal: 0,
    };
    return (Object.keys(counts) as HeldBy[])
      .map((kind) => ({ kind, count: counts[kind] }))
      .filter(({ count }) => count > 0);
  }

  function totals(user: number, type: string) {
    const usdt = worth(user, type);
    return {
      type,
      usdt: usdt === undefined ? null : usdtText(usdt),
      btc: usdt === undefined ? null : btcText(usdt),
    };
  }

  return {
    usdtText,
    btcText,
    totals,

    /** Totals with the held part. */
    account(user: number, type: string) {
      const bound = worthOf(held(user, type));
      return {
        ...totals(user, type),
        held: bound === undefined ? null : usdtText(bound),
        heldBy: holders(user, type),
      };
    },

    /**
     * Profit of a wallet on the UTC day: current value minus value at the start, minus deposits and withdrawals; and
     * its components. Null without known rates.
     */
    async day(user: number, type: string, now: number): Promise<{ dayProfit: Decimal | null; causes: DayCause[] }> {
      const wallet = Number.parseInt(type, 10);
      const usdt = worth(user, type);
      if (usdt === undefined) return { dayProfit: null, causes: [] };
      const start = now - (now % DAY);
      const [before] = await reads.dailyWorth(user, wallet, start - 1, 1);
      const flows = await reads.billFlows(user, wallet === ALL ? undefined : wallet, start);
      const moved = worthOf(flowsOf(flows.filter(({ kind, causeKind }) => MOVES.has(kind) && isMove(kind, causeKind))));
      if (moved === undefined) return { dayProfit: null, causes: [] };
      const profit = usdt - (before?.usdt ?? 0n) - moved;
      const tied = await reads.tiedUp(user, wallet, start - 1);
      return { dayProfit: usdtText(profit), causes: causesOf(flows, tiedUp(user, type), tied, profit) };
    },
  };

  /**
   * Today's lines by kind at current rates; the rest of the profit comes from price changes, including coins without a
   * rate.
   */
  function causesOf(
    flows: readonly BillFlow[],
    now: readonly TiedUp[],
    before: readonly TiedUp[],
    profit: bigint,
  ): DayCause[] {
    const kinds = new Map<Kind, bigint>();
    const add = (kind: Kind, usdt: bigint) => kinds.set(kind, (kinds.get(kind) ?? 0n) + usdt);
    for (const { kind, causeKind, asset, net } of flows) {
      // Margin added to or removed from a position manually: the other side is below.
      const margin = kind === 'transfer' && !isMove(kind, causeKind);
      if (margin) add('trade', worthOf([[asset, net]]) ?? 0n);
      else if (!MOVES.has(kind) && !LENT.has(kind)) add(kind, worthOf([[asset, net]]) ?? 0n);
    }
    // Margins and stakes were paid but still belong to the user.
    for (const [sign, all] of [[1n, now] as const, [-1n, before] as const])
      for (const { of, asset, atoms } of all)
        add(of === 'stake' ? 'second' : 'trade', worthOf([[asset, sign * atoms]]) ?? 0n);
    let rest = profit;
    for (const usdt of kinds.values()) rest -= usdt;
    return [
      ...[...kinds].filter(([, usdt]) => usdt !== 0n).map(([kind, usdt]) => ({ kind, usdt: usdtText(usdt) })),
      { kind: 'prices', usdt: usdtText(rest) },
    ];
  }
}

/** Only transfers between wallets: margin in a position still counts for its wallet. */
function isMove(kind: Kind, causeKind: BillFlow['causeKind']): boolean {
  return kind !== 'transfer' || causeKind === 'command';
}

/** Each flow separately: kinds are rounded one by one, as displayed. */
function flowsOf(flows: readonly BillFlow[]): readonly (readonly [number, bigint])[] {
  return flows.map(({ asset, net }) => [asset, net] as const);
}
