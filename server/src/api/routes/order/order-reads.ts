// Lists of own orders and fills, and one order with its fee shares.

import type { ContractType, Decimal } from '@vitrine/contract';
import type { ExportersOf, HandlersOf } from '../../call/index.ts';
import { refuse } from '../../call/index.ts';
import type { Fill } from '../../../projection/handlers/index.ts';
import type { FeeShare, FillFilter, OrderFilter } from '../../../projection/views/index.ts';
import { decimalText, fillOf, orderOf } from '../../wire/index.ts';
import { oneStatus, orderLists, STATUSES } from './order-lists.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';
import { ACCOUNT_WALLET, type Account, marketOrAll, orderIdOf } from './ticket.ts';
import { CONTRACT_KIND, contractOf } from '../market/traded.ts';

type Names =
  | 'currency.order.orderList'
  | 'entrust.entrustlog'
  | 'entrust.getEntrustLogCurrency'
  | 'entrust.get.myExchangeLog'
  | 'entrust.transaction.details'
  | 'contract.order.list'
  | 'entrust.entrustlogContract';
type Exports = Exclude<Names, 'entrust.transaction.details'>;

const MARGIN_AND_SPOT: readonly number[] = Object.values(ACCOUNT_WALLET);
/** Recipients in `fee_shares`. */
const AGENT_SHARE = 4;
const HOUSE_SHARE = 8;
const SAFETY_SHARE = 9;
const GENERATIONS = [1, 2, 3] as const;

interface ListInput {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The handlers of own orders and fills. */
export function orderReads(parts: RouteParts): { handlers: HandlersOf<Names>; exporters: ExportersOf<Exports> } {
  const { live, reads } = parts;
  const lists = orderLists(parts);

  function filterOf(
    input: ListInput,
    wallets: readonly number[],
    symbol: string | undefined,
    statuses: readonly number[] | undefined,
  ): OrderFilter {
    return cut(input, wallets, marketOrAll(live, symbol), statuses);
  }

  function cut(
    { startTime, endTime }: ListInput,
    wallets: readonly number[],
    market: number,
    statuses?: readonly number[],
  ): OrderFilter {
    return {
      ...{ wallets, startTime, endTime },
      ...(market === 0 ? {} : { market }),
      ...(statuses === undefined ? {} : { statuses }),
    };
  }

  /** Contracts of a kind: their wallet has the same number. */
  function contracts(
    input: ListInput,
    kind: ContractType,
    symbol: string | undefined,
    statuses?: readonly number[],
  ): OrderFilter {
    const market = symbol === undefined || symbol === 'all' ? 0 : contractOf(live, kind, symbol).market;
    return cut(input, [CONTRACT_KIND[kind]], market, statuses);
  }

  interface FillInput extends ListInput {
    readonly x: string;
    readonly account: Account;
    readonly contractType?: ContractType | undefined;
  }

  const fillFilter = (input: FillInput): FillFilter =>
    input.contractType === undefined
      ? filterOf(input, wallet(input.account), input.x, undefined)
      : contracts(input, input.contractType, input.x);
  const wallet = (account: Account): readonly number[] => [ACCOUNT_WALLET[account]];
  const centre = (account: Account | undefined): readonly number[] =>
    account === undefined ? MARGIN_AND_SPOT : wallet(account);

  async function currencies(user: number, wallets: readonly number[]): Promise<string[]> {
    const markets = await reads.orderMarkets(user, wallets);
    const coins = markets.flatMap((id) => {
      const market = live.market(id);
      return market === undefined ? [] : [live.asset(market.base)?.code, live.asset(market.quote)?.code];
    });
    return [...new Set(coins.filter((code) => code !== undefined))].sort();
  }

  return {
    handlers: {
      'currency.order.orderList': (input, context) =>
        lists.orderPage(filterOf(input, wallet(input.account), input.symbol, oneStatus(input.status)), input, context),
      'entrust.entrustlog': (input, context) =>
        lists.orderPage(filterOf(input, wallet(input.a), input.c, STATUSES[input.b]), input, context),
      'contract.order.list': (input, context) =>
        lists.orderPage(contracts(input, input.contractType, input.symbol, oneStatus(input.status)), input, context),
      'entrust.entrustlogContract': (input, context) =>
        lists.orderPage(contracts(input, input.a, input.c, STATUSES[input.b]), input, context),
      async 'entrust.getEntrustLogCurrency'(input, context) {
        const wallets = centre(input.account);
        const filter = filterOf(input, wallets, input.symbol, oneStatus(input.status));
        const page = await lists.orderPage(filter, input, context);
        return { ...page, currencies: await currencies(context.session.coreUser, wallets) };
      },
      'entrust.get.myExchangeLog': (input, context) => lists.fillPage(fillFilter(input), input, context),
      async 'entrust.transaction.details'(input, context) {
        const user = context.session.coreUser;
        const id = orderIdOf(input.id);
        const known = live.order(id);
        if (known !== undefined && known.user !== user) throw refuse('order.unknown');
        await waitForHistory(reads, Math.max(context.after, known?.lastSeq ?? 0));
        const found = await reads.order(user, id);
        // The exchange knows the order and SQL does not yet: the full answer will be available soon.
        if (!found && known !== undefined) throw refuse('server.notTaking');
        const order = found && orderOf(live, found.order);
        if (!found || !order) throw refuse('order.unknown');
        return {
          order,
          fills: lists.fills(found.fills),
          fees: found.fills.flatMap((fill) => feesOf(fill, found.shares)),
        };
      },
    },
    exporters: {
      'currency.order.orderList': (input, context) =>
        lists.orderFile(filterOf(input, wallet(input.account), input.symbol, oneStatus(input.status)), context),
      'entrust.entrustlog': (input, context) =>
        lists.orderFile(filterOf(input, wallet(input.a), input.c, STATUSES[input.b]), context),
      'contract.order.list': (input, context) =>
        lists.orderFile(contracts(input, input.contractType, input.symbol, oneStatus(input.status)), context),
      'entrust.entrustlogContract': (input, context) =>
        lists.orderFile(contracts(input, input.a, input.c, STATUSES[input.b]), context),
      'entrust.getEntrustLogCurrency': (input, context) =>
        lists.orderFile(filterOf(input, centre(input.account), input.symbol, oneStatus(input.status)), context),
      'entrust.get.myExchangeLog': (input, context) => lists.fillFile(fillFilter(input), context),
    },
  };

  /** Shares of one fill's fee. */
  function feesOf(fill: Fill, shares: readonly FeeShare[]) {
    const asset = live.asset(fill.feeAsset);
    const wire = fillOf(live, fill);
    if (!asset || !wire) return [];
    const mine = shares.filter(
      (part) => part.trade === fill.trade && part.market === fill.market && part.maker === fill.maker,
    );
    const sum = (share: number): Decimal =>
      decimalText(
        mine.filter((part) => part.share === share).reduce((total, part) => total + part.amount, 0),
        asset.scale,
      );
    return [
      {
        fillId: wire.id,
        coin: asset.code,
        fee: wire.fee,
        safety: sum(SAFETY_SHARE),
        referral: GENERATIONS.map(sum),
        agent: sum(AGENT_SHARE),
        house: sum(HOUSE_SHARE),
      },
    ];
  }
}
