// The page's one live part: sockets and message feed, joined to calls, queries and this device's name.
import type { QueryClient } from '@tanstack/react-query';
import { compareDecimal } from '@vitrine/ui';
import { request } from '../api/index.ts';
import { Live } from '../live/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

/** Which queries are old after a message of the feed, by the first word of their name. */
const affected: Readonly<Record<string, RegExp>> = {
  balance: /^(assets|userCoin|wallet)\./,
  order: /^(currency|entrust)\./,
  notice: /^notice\./,
};

function socketBase(configured: string): string {
  if (configured !== '') return configured.replace(/\/$/, '');
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;
}

export function makeLive(queries: QueryClient, report: (error: unknown) => void): Live {
  const { socket, mqtt } = runtimeConfig();
  const base = socketBase(socket);
  return new Live({
    socketBase: base,
    mqttUrl: mqtt === '' ? `${base}/mqtt` : mqtt,
    clientId: crypto.randomUUID(),
    readTime: () => request('common.getTime', {}, { quiet: true }),
    readKlines: ({ kind, ...rest }) => request('open.kline', { ...rest, kind: `${kind}` as '1' }, { quiet: true }),
    readOpenOrders: async (after) => {
      const page = await request(
        'entrust.entrustlog',
        { a: 'spot', b: 'open', c: 'all', size: 100 },
        { quiet: true, after },
      );
      return page.records;
    },
    readBalances: async (walletType, after) => {
      const balances = await request('assets.getCurrencyAccount', { type: walletType as '1' }, { quiet: true, after });
      return balances.map((balance) => ({ ...balance, walletType }));
    },
    readTicket: async () => (await request('user.socketTicket', {}, { quiet: true })).ticket,
    comparePrices: compareDecimal,
    onRefresh: ({ kind }) => {
      const pattern = affected[kind];
      if (!pattern) return;
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && pattern.test(queryKey[0]),
      });
    },
    report,
  });
}
