// The live data of the page: sockets and message feed, connected to calls, queries and the device name.
import type { QueryClient } from '@tanstack/react-query';
import { MQTT_PATH, type Order, type Position } from '@vitrine/contract';
import { compareDecimal } from '@vitrine/ui';
import { followClock, request, noteCommand } from '../api/index.ts';
import { readProfile, takeUserStatus } from './user-status.ts';
import { Live, type OrderProduct } from '../live/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

/** The queries that a feed message makes stale, by the first word of their names. */
const affected: Readonly<Record<string, RegExp>> = {
  balance: /^(assets|userCoin|wallet|pledge|finance)\./,
  order: /^(currency|entrust|contract)\./,
  position: /^(contract|wallet\.contract)\./,
  notice: /^notice\./,
  recharge: /^(assets\.getRechargeLog|userCoin\.rechargeList)$/,
  withdrawal: /^(assets\.(getWithdrawalLog|limits)|userCoin\.withdrawList)$/,
  kyc: /^(member\.getMemberOtherData|user\.security)$/,
};

/**
 * Makes a configured address absolute: a path is on the page's own host; without configuration it is the page's own
 * `path`.
 */
function socketAddress(configured: string, path: string): string {
  const address = new URL(configured === '' ? path : configured, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  return address.href.replace(/\/$/, '');
}

/** Maximum page size of a list. */
const MOST_ROWS = 100;

/** All open orders of a product, including waiting trigger orders, page by page. */
async function openOrders(product: OrderProduct, after: number | undefined): Promise<readonly Order[]> {
  const lists = await Promise.all([allOf(product, 'open', after), allOf(product, 'trigger', after)]);
  return lists.flat();
}

/** All open positions of both kinds. */
async function openPositions(after: number | undefined): Promise<readonly Position[]> {
  const lists = await Promise.all([
    request('entrust.get.myPosition', { x: 'u' }, { quiet: true, after }),
    request('entrust.get.myPosition', { x: 'coin' }, { quiet: true, after }),
  ]);
  return lists.flat();
}

async function allOf(
  product: OrderProduct,
  list: 'open' | 'trigger',
  after: number | undefined,
): Promise<readonly Order[]> {
  const orders: Order[] = [];
  for (let current = 1; ; current += 1) {
    const paging = { b: list, c: 'all', current, size: MOST_ROWS } as const;
    const how = { quiet: true, after };
    const page =
      product === 'u' || product === 'coin'
        ? await request('entrust.entrustlogContract', { a: product, ...paging }, how)
        : await request('entrust.entrustlog', { a: product, ...paging }, how);
    orders.push(...page.records);
    if (page.records.length < MOST_ROWS || orders.length >= page.total) return orders;
  }
}

export function makeLive(queries: QueryClient, report: (error: unknown) => void): Live {
  const { socket, mqtt } = runtimeConfig();
  const live = new Live({
    // The spec's `{socket}/ws/{client id}`: the configured address may already contain its folder.
    socketBase: socketAddress(socket, '/').replace(/\/ws$/, ''),
    mqttUrl: socketAddress(mqtt, MQTT_PATH),
    clientId: crypto.randomUUID(),
    readTime: () => request('common.getTime', {}, { quiet: true }),
    readKlines: ({ kind, ...rest }) => request('open.kline', { ...rest, kind: `${kind}` as '1' }, { quiet: true }),
    readOpenOrders: openOrders,
    readPositions: openPositions,
    readBalances: async (walletType, after) => {
      const balances = await request('assets.getCurrencyAccount', { type: walletType as '1' }, { quiet: true, after });
      return balances.map((balance) => ({ ...balance, walletType }));
    },
    readTicket: async () => (await request('user.socketTicket', {}, { quiet: true })).ticket,
    comparePrices: compareDecimal,
    onRefresh: ({ kind, seq }) => {
      if (kind === 'kyc') void readProfile(queries).catch(report);
      const pattern = affected[kind];
      if (!pattern) return;
      noteCommand(pattern, seq);
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && pattern.test(queryKey[0]),
      });
    },
    onUserStatus: (data) => void takeUserStatus(data, queries).catch(report),
    report,
  });
  followClock(live.clock);
  return live;
}
