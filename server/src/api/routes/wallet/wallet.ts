// The wallet: balances, totals, transfers, bills, practice money.

import type { Balance as WireBalance, Bill as WireBill, Transfer } from '@vitrine/contract';
import { WALLET_TYPES } from '@vitrine/contract';
import { type Atoms, MAX_ORDER_ATOMS, type MarketId, type UserId } from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { parseAtoms } from '@vitrine/core/number';
import { type ExportersOf, type HandlersOf, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { Asset, Market } from '../../../projection/handlers/index.ts';
import { listingOf } from '../../../markets/index.ts';
import { type BillFilter, type BillLine, LINES_OF_A_TRANSFER, mapParts } from '../../../projection/views/index.ts';
import { balanceOf, coinTitle, decimalText, pairOf, worthOf } from '../../wire/index.ts';
import { assetOf, billsOf, walletWord } from './bill-lines.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { submit } from '../order/submit.ts';
import { commandKeyWords, spotMarket } from '../order/ticket.ts';
import { walletWorths } from './worth.ts';

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

const MERCHANT_WALLET = '8';

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
  const worths = walletWorths(parts);

  /** A balance, or an empty one if the account was never opened. */
  function balance(user: number, wallet: number, asset: Asset, market: MarketId): WireBalance {
    const found = live.balance(user, wallet, asset.asset, market);
    const held = found ?? { asset: asset.asset, market, available: 0 as Atoms, held: 0 as Atoms };
    const wire = balanceOf(live, held);
    if (!wire) throw new Error(`expected asset ${asset.asset} to be listed`);
    return wire;
  }

  async function transfer(input: TransferInput, context: UserContext) {
    const user = context.session.coreUser;
    const asset = assetOf(live, input.coin);
    const amount = parseAtoms(input.amount, asset.scale);
    if (amount === 'format' || amount === 'decimals') throw refuseField('amount', 'format');
    if (amount === 'range' || amount > MAX_ORDER_ATOMS) throw refuseField('amount', 'range');
    const from = Number.parseInt(input.from, 10);
    const to = Number.parseInt(input.to, 10);
    const isolated = from === WALLET.isolatedMargin || to === WALLET.isolatedMargin;
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
      ...(input.coin === undefined ? {} : { asset: assetOf(live, input.coin).asset }),
    };
  }

  /** Filter for transfers between wallets, without margin added to or removed from a position. */
  function transferFilter(input: Omit<BillInput, 'kind'>): BillFilter {
    return { ...filterOf(input), kind: 'transfer', causeKind: 'command' };
  }

  /** A transfer is two ledger lines of one command: out of one wallet, into another. */
  function transfersOf(lines: readonly BillLine[]): Transfer[] {
    return lines.flatMap((line): Transfer[] => {
      const other = lines.find((one) => one.seq === line.seq && one.amount > 0 && one !== line);
      const asset = live.asset(line.asset);
      if (line.amount >= 0 || !other || !asset) return [];
      const market =
        line.wallet === WALLET.isolatedMargin ? line.market : other.wallet === WALLET.isolatedMargin ? other.market : 0;
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
    if (parts.mode !== 'practice') throw refuse('request.notFound');
    const user: UserId = context.session.coreUser;
    const outcome = await submit(parts, user, { name: 'practice.claim', user, ...commandKeyWords(context.key) }, {});
    const balances = live.balances(user, WALLET.spot).map((one) => balanceOf(live, one));
    return { seq: outcome.seq, balances: balances.filter((one) => one !== undefined) };
  }

  return {
    handlers: {
      'wallet.get'(input, { session }) {
        const user = session.coreUser;
        const wallet = Number.parseInt(input.a, 10);
        const coin = live.assetByCode(input.b.toUpperCase());
        if (coin && wallet !== WALLET.isolatedMargin) return [balance(user, wallet, coin, 0 as MarketId)];
        const listing = listingOf(input.b);
        if (!listing) throw refuse('coin.unknown', { coin: input.b });
        const market = wallet === WALLET.isolatedMargin ? spotMarket(live, input.b).market : (0 as MarketId);
        return [assetOf(live, listing.base), assetOf(live, listing.quote)].map((asset) =>
          balance(user, wallet, asset, market),
        );
      },
      'wallet.trans': transfer,
      'userCoin.transfer': transfer,
      async 'userCoin.transferList'(input, context) {
        await waitForHistory(reads, context.after);
        const user = context.session.coreUser;
        const filter = transferFilter(input);
        const { current, size } = input;
        const lines = await reads.bills(user, filter, { current, size: LINES_OF_A_TRANSFER * size });
        const total = Math.trunc(lines.total / LINES_OF_A_TRANSFER);
        return { records: transfersOf(lines.records), total, size, current, searchedUntil: lines.searchedUntil };
      },
      'userCoin.getUserCoin'(_, { session }) {
        return live.assets().map((asset) => {
          const held = live.balance(session.coreUser, WALLET.spot, asset.asset);
          const worth = worthOf(live, asset, (held?.available ?? 0) + (held?.held ?? 0));
          return {
            ...balance(session.coreUser, WALLET.spot, asset, 0 as MarketId),
            btc: worth === undefined ? null : worths.btcText(worth),
            name: coinTitle(asset.code),
            img: null,
          };
        });
      },
      'assets.getWalletAccount'(_, { session }) {
        const types = ['0', ...WALLET_TYPES.filter((type) => type !== MERCHANT_WALLET)];
        return types.map((type) => worths.account(session.coreUser, type));
      },
      async 'assets.getMyBalance'(input, { session, now, after }) {
        await waitForHistory(reads, after);
        const user = session.coreUser;
        const days = await reads.dailyWorth(user, Number.parseInt(input.type, 10), now);
        const series = days.map((day) => ({ time: day.time, usdt: worths.usdtText(day.usdt) }));
        return { ...worths.totals(user, input.type), ...(await worths.day(user, input.type, now)), series };
      },
      'assets.getCurrencyAccount'(input, { session }) {
        const wallet = Number.parseInt(input.type, 10);
        const market =
          wallet === WALLET.isolatedMargin && input.symbol !== undefined
            ? spotMarket(live, input.symbol).market
            : undefined;
        const asset = input.coin === undefined ? undefined : assetOf(live, input.coin).asset;
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
        // Sums cover every kind even if one kind is listed, because opening + in − out must equal closing.
        const sums = await reads.billSums(user, filter);
        return {
          ...page,
          records: billsOf(live, page.records),
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
        return yield* mapParts(reads.billParts(context.session.coreUser, filter), (part) => {
          const lines = [...rest, ...part];
          const even = lines.length - (lines.length % 2);
          rest = lines.slice(even);
          return transfersOf(lines.slice(0, even));
        });
      },
      async *'assets.getMyBill'(input, context) {
        await waitForHistory(reads, context.after);
        return yield* mapParts(reads.billParts(context.session.coreUser, filterOf(input)), (part) =>
          billsOf(live, part),
        );
      },
    },
  };
}
