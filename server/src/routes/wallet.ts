// The wallet: balances, totals, transfers, bills, practice money.

import type { Balance as WireBalance, Bill as WireBill, Decimal, Transfer } from '@vitrine/contract';
import { WALLET_TYPES } from '@vitrine/contract';
import { type Atoms, MAX_ORDER_ATOMS, type MarketId, type UserId } from '@vitrine/core';
import { parseAtoms } from '@vitrine/core/number';
import { type ExportersOf, type HandlersOf, refuse, refuseField, type UserContext } from '../call/index.ts';
import type { Asset, Market } from '../fold/index.ts';
import { listingOf } from '../markets/index.ts';
import type { BillFilter, BillLine } from '../views/index.ts';
import {
  balanceOf,
  decimalText,
  pairOf,
  ratio,
  rateOf,
  symbolOf,
  VALUE_ASSET,
  walletWorth,
  worthOf,
} from '../wire/index.ts';
import { coinTitle } from './coin-title.ts';
import { type RouteParts, waitForHistory } from './parts.ts';
import { submit } from './submit.ts';
import { commandKeyWords, spotMarket } from './ticket.ts';

type Names =
  | 'wallet.get'
  | 'wallet.trans'
  | 'userCoin.transfer'
  | 'userCoin.transferList'
  | 'userCoin.getUserCoin'
  | 'assets.getWalletAccount'
  | 'assets.getMyBalance'
  | 'assets.getCurrencyAccount'
  | 'assets.getMyBill'
  | 'practice.claim';

const ISOLATED = 5;
const MERCHANT_WALLET = '8';
const BTC = 'BTC';
const BTC_DECIMALS = 8;
const SPOT_WALLET = 1;

interface TransferInput {
  readonly from: (typeof WALLET_TYPES)[number];
  readonly to: (typeof WALLET_TYPES)[number];
  readonly coin: string;
  readonly amount: string;
  readonly symbol?: string | undefined;
}

interface BillInput {
  readonly walletType?: string | undefined;
  readonly coin?: string | undefined;
  readonly kind?: WireBill['kind'] | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The handlers of the wallet. */
export function wallets(parts: RouteParts): {
  handlers: HandlersOf<Names>;
  exporters: ExportersOf<'userCoin.transferList' | 'assets.getMyBill'>;
} {
  const { live, reads } = parts;

  function assetOf(code: string): Asset {
    const asset = live.assetByCode(code.toUpperCase());
    if (!asset) throw refuse(3002, { coin: code });
    return asset;
  }

  /** A balance as it is, or empty where the account was never opened. */
  function balance(user: number, wallet: number, asset: Asset, market: MarketId): WireBalance {
    const found = live.balance(user, wallet, asset.asset, market);
    const held = found ?? { asset: asset.asset, market, available: 0 as Atoms, held: 0 as Atoms };
    const wire = balanceOf(live, held);
    if (!wire) throw new Error(`expected asset ${asset.asset} to be listed`);
    return wire;
  }

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

  /** Worth of a wallet (0: all) in USDT atoms; undefined when a coin in it has no rate. */
  function worthOfWallet(user: number, wallet: number): bigint | undefined {
    if (wallet !== 0) return walletWorth(live, user, wallet);
    let sum = 0n;
    for (const type of WALLET_TYPES) {
      const worth = walletWorth(live, user, Number.parseInt(type, 10));
      if (worth === undefined) return undefined;
      sum += worth;
    }
    return sum;
  }

  function totals(user: number, type: string) {
    const worth = worthOfWallet(user, Number.parseInt(type, 10));
    return {
      type,
      usdt: worth === undefined ? null : usdtText(worth),
      btc: worth === undefined ? null : btcText(worth),
    };
  }

  async function transfer(input: TransferInput, context: UserContext) {
    const user = context.session.coreUser;
    const asset = assetOf(input.coin);
    const amount = parseAtoms(input.amount, asset.scale);
    if (amount === 'format' || amount === 'decimals') throw refuseField('amount', 'format');
    if (amount === 'range' || amount > MAX_ORDER_ATOMS) throw refuseField('amount', 'range');
    const from = Number.parseInt(input.from, 10);
    const to = Number.parseInt(input.to, 10);
    const isolated = from === ISOLATED || to === ISOLATED;
    if (isolated && input.symbol === undefined) throw refuseField('symbol', 'required');
    const market: Market | undefined =
      isolated && input.symbol !== undefined ? spotMarket(live, input.symbol) : undefined;
    const outcome = await submit(
      parts,
      user,
      {
        name: 'wallet.transfer',
        user,
        ...commandKeyWords(context.key),
        from,
        to,
        asset: asset.asset,
        amount,
        market: market?.market ?? (0 as MarketId),
      },
      { market, asset: asset.asset },
    );
    return { id: String(outcome.seq), seq: outcome.seq };
  }

  function filterOf(input: BillInput): BillFilter {
    return {
      startTime: input.startTime,
      endTime: input.endTime,
      kind: input.kind,
      ...(input.walletType === undefined ? {} : { wallet: Number.parseInt(input.walletType, 10) }),
      ...(input.coin === undefined ? {} : { asset: assetOf(input.coin).asset }),
    };
  }

  function billsOf(lines: readonly BillLine[]): WireBill[] {
    return lines.flatMap((line): WireBill[] => {
      const asset = live.asset(line.asset);
      if (!asset) return [];
      return [
        {
          id: String(line.line),
          time: line.time,
          walletType: walletWord(line.wallet),
          symbolName: line.market > 0 ? symbolOf(live, line.market) : null,
          coin: asset.code,
          kind: line.kind,
          amount: decimalText(line.amount, asset.scale),
          balance: decimalText(line.balance, asset.scale),
          causeKind: line.causeKind,
          causeId: String(line.causeId),
          seq: line.seq,
        },
      ];
    });
  }

  /** Of transfers between wallets: margin that went into a position or came out of it is another thing. */
  function transferFilter(input: Omit<BillInput, 'kind'>): BillFilter {
    return { ...filterOf(input), ...movesOf('transfer') };
  }

  /** A transfer stands in the ledger as two lines of one command: out of one wallet, into another. */
  function transfersOf(lines: readonly BillLine[]): Transfer[] {
    return lines.flatMap((line): Transfer[] => {
      const other = lines.find((one) => one.seq === line.seq && one.amount > 0 && one !== line);
      const asset = live.asset(line.asset);
      if (line.amount >= 0 || !other || !asset) return [];
      const market = line.wallet === ISOLATED ? line.market : other.wallet === ISOLATED ? other.market : 0;
      return [
        {
          id: String(line.seq),
          time: line.time,
          from: walletWord(line.wallet),
          to: walletWord(other.wallet),
          coin: asset.code,
          amount: decimalText(-line.amount, asset.scale),
          symbolName: market > 0 ? pairOf(live, live.market(market)) : null,
          seq: line.seq,
        },
      ];
    });
  }

  async function claim(context: UserContext) {
    if (parts.mode !== 'practice') throw refuse(404);
    const user: UserId = context.session.coreUser;
    const outcome = await submit(parts, user, { name: 'practice.claim', user, ...commandKeyWords(context.key) }, {});
    const balances = live.balances(user, SPOT_WALLET).map((one) => balanceOf(live, one));
    return { seq: outcome.seq, balances: balances.filter((one) => one !== undefined) };
  }

  return {
    handlers: {
      'wallet.get'(input, { session }) {
        const user = session.coreUser;
        const wallet = Number.parseInt(input.a, 10);
        const coin = live.assetByCode(input.b.toUpperCase());
        if (coin && wallet !== ISOLATED) return [balance(user, wallet, coin, 0 as MarketId)];
        const listing = listingOf(input.b);
        if (!listing) throw refuse(3002, { coin: input.b });
        const market = wallet === ISOLATED ? spotMarket(live, input.b).market : (0 as MarketId);
        return [assetOf(listing.base), assetOf(listing.quote)].map((asset) => balance(user, wallet, asset, market));
      },
      'wallet.trans': transfer,
      'userCoin.transfer': transfer,
      async 'userCoin.transferList'(input, context) {
        await waitForHistory(reads, context.after);
        const user = context.session.coreUser;
        const filter = transferFilter(input);
        const { current, size } = input;
        // Two lines a transfer: two pages of lines make one of transfers.
        const first = await reads.bills(user, filter, { current: 2 * current - 1, size });
        const second = await reads.bills(user, filter, { current: 2 * current, size });
        const records = transfersOf([...first.records, ...second.records]);
        return { records, total: Math.trunc(first.total / 2), size, current };
      },
      'userCoin.getUserCoin'(_, { session }) {
        return live.assets().map((asset) => {
          const held = live.balance(session.coreUser, SPOT_WALLET, asset.asset);
          const worth = worthOf(live, asset, (held?.available ?? 0) + (held?.held ?? 0));
          return {
            ...balance(session.coreUser, SPOT_WALLET, asset, 0 as MarketId),
            btc: worth === undefined ? null : btcText(worth),
            name: coinTitle(asset.code),
            img: null,
          };
        });
      },
      'assets.getWalletAccount'(_, { session }) {
        const types = ['0', ...WALLET_TYPES.filter((type) => type !== MERCHANT_WALLET)];
        return types.map((type) => totals(session.coreUser, type));
      },
      async 'assets.getMyBalance'(input, { session, now, after }) {
        await waitForHistory(reads, after);
        const user = session.coreUser;
        const days = await reads.dailyWorth(user, Number.parseInt(input.type, 10), now);
        const series = days.map((day) => ({ time: day.time, usdt: usdtText(day.usdt) }));
        return { ...totals(user, input.type), dayProfit: await dayProfit(user, input.type, now), series };
      },
      'assets.getCurrencyAccount'(input, { session }) {
        const wallet = Number.parseInt(input.type, 10);
        const market =
          wallet === ISOLATED && input.symbol !== undefined ? spotMarket(live, input.symbol).market : undefined;
        const asset = input.coin === undefined ? undefined : assetOf(input.coin).asset;
        return live
          .balances(session.coreUser, wallet)
          .filter((one) => market === undefined || one.market === market)
          .filter((one) => asset === undefined || one.asset === asset)
          .map((one) => balanceOf(live, one))
          .filter((one) => one !== undefined);
      },
      async 'assets.getMyBill'(input, context) {
        await waitForHistory(reads, context.after);
        const user = context.session.coreUser;
        const filter = filterOf(input);
        const page = await reads.bills(user, filter, { current: input.current, size: input.size });
        // Of every kind, also where one kind is listed: opening + in − out is closing.
        const sums = await reads.billSums(user, { ...filter, kind: undefined });
        return {
          ...page,
          records: billsOf(page.records),
          sums: sums.flatMap((sum) => {
            const asset = live.asset(sum.asset);
            if (!asset) return [];
            const text = (atoms: bigint) => decimalText(atoms, asset.scale);
            return [
              {
                coin: asset.code,
                opening: text(sum.opening),
                in: text(sum.in),
                out: text(sum.out),
                closing: text(sum.closing),
              },
            ];
          }),
        };
      },
      'practice.claim': (_, context) => claim(context),
    },
    exporters: {
      async *'userCoin.transferList'(input, context) {
        await waitForHistory(reads, context.after);
        let rest: readonly BillLine[] = [];
        const filter = transferFilter(input);
        for await (const part of reads.billParts(context.session.coreUser, filter)) {
          const lines = [...rest, ...part];
          const even = lines.length - (lines.length % 2);
          rest = lines.slice(even);
          yield transfersOf(lines.slice(0, even));
        }
      },
      async *'assets.getMyBill'(input, context) {
        await waitForHistory(reads, context.after);
        for await (const part of reads.billParts(context.session.coreUser, filterOf(input))) yield billsOf(part);
      },
    },
  };

  /** What the UTC day made of a wallet: worth now, less worth at its start, less what came in and went out by itself. */
  async function dayProfit(user: number, type: string, now: number): Promise<Decimal | null> {
    const wallet = Number.parseInt(type, 10);
    const worth = worthOfWallet(user, wallet);
    if (worth === undefined) return null;
    const start = now - (now % DAY);
    const [before] = await reads.dailyWorth(user, wallet, start - 1, 1);
    const moved = await movedIn(user, wallet, start);
    return moved === undefined ? null : usdtText(worth - (before?.usdt ?? 0n) - moved);
  }

  /** USDT worth, by today's rates, of what was moved in and out since `start` without being earned. */
  async function movedIn(user: number, wallet: number, start: number): Promise<bigint | undefined> {
    let sum = 0n;
    for (const kind of MOVES) {
      const filter = { ...movesOf(kind), startTime: start, ...(wallet === 0 ? {} : { wallet }) };
      for (const flow of await reads.billSums(user, filter)) {
        const asset = live.asset(flow.asset);
        const net = flow.in - flow.out;
        const rate = asset && rateOf(live, asset);
        if (net === 0n) continue;
        if (!rate) return undefined;
        sum += ratio(net, rate.num, rate.den);
      }
    }
    return sum;
  }
}

const DAY = 86_400_000;
/** Kinds that bring money in or take it out without profit or loss. */
const MOVES = ['transfer', 'practice', 'deposit', 'withdrawal'] as const;

/** Transfers between wallets only: margin that went into a position is still worth of its wallet. */
function movesOf(kind: (typeof MOVES)[number]): Pick<BillFilter, 'kind' | 'causeKind'> {
  return kind === 'transfer' ? { kind, causeKind: 'command' } : { kind };
}

function walletWord(wallet: number): (typeof WALLET_TYPES)[number] {
  const word = WALLET_TYPES[wallet - 1];
  if (word === undefined) throw new RangeError(`expected a wallet of 1 to 8, got ${wallet}`);
  return word;
}
