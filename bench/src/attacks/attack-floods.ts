// Floods: idle connections, slow requests, and endless keys, guesses and orders.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CODE, hashPassword, makeKey } from '@vitrine/contract';
import { Customer, ended, frame, mqttConnect, openSocket, openWebSocket } from './attack-client.ts';
import type { FloodName } from './attack-names.ts';
import { address, type Attack, BREATH, customers, parallel, times } from './attack-parts.ts';

const ADDRESSES = 20;
/** Connections that one address tries to keep. */
const OF_AN_ADDRESS = 1_000;
const AT_ONCE = 30;
/** Addresses that each keep few connections, below what one may have. */
const MANY_ADDRESSES = 200;
/** Markets with the largest snapshots. */
const DEAR = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LTC', 'BNB'] as const;
/** Each takes 8 MiB of answers that are not read. */
const UNREAD_ADDRESSES = 4;
const freshKey = (): string => makeKey(Date.now(), randomBytes(10));

/** Keeps as many connections as the exchange accepts. Each begins with some bytes and sends more every second. */
const keeping =
  (begin: (of: Customer | undefined) => string, more: string, sameAccounts = false, addresses = ADDRESSES) =>
  async (port: number): Promise<Attack> => {
    const owners = sameAccounts ? await customers(port, 8) : [];
    return {
      run: async (on) => {
        const kept = new Set<Socket>();
        const feeding = setInterval(() => {
          for (const socket of kept) if (more !== '' && !socket.destroyed) socket.write(more);
        }, 1_000);
        const opened = await parallel(ADDRESSES * 4, on, async (at) => {
          const owner = owners[at % Math.max(1, owners.length)];
          const from = owner?.address ?? address((at + kept.size) % addresses);
          if (kept.size >= ADDRESSES * OF_AN_ADDRESS) return pause(50);
          // The client's side stays open even if the other side closes.
          const socket = connect({ host: '127.0.0.1', port, localAddress: from, allowHalfOpen: true });
          socket.on('error', () => socket.destroy());
          socket.on('close', () => kept.delete(socket));
          socket.resume();
          socket.write(begin(owner));
          kept.add(socket);
          return pause(BREATH);
        });
        clearInterval(feeding);
        for (const socket of kept) socket.destroy();
        return opened;
      },
    };
  };

const orderHead = (owner: Customer | undefined): string => {
  const headers = { ...owner?.headers(), 'content-type': 'application/json', 'idempotency-key': freshKey() };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/currency/order/submit HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n${lines.join('')}\r\n{`;
};

/** Calls of eight accounts, each with its maximum of concurrent requests. */
const calling =
  (call: (customer: Customer, key: string) => Promise<{ readonly code: number | undefined }>) =>
  async (port: number): Promise<Attack> => {
    const callers = await customers(port, 8);
    const same = freshKey();
    return {
      run: (on) =>
        parallel(callers.length * AT_ONCE, on, async (at) => {
          const { code } = await call(callers[at % callers.length] as Customer, same);
          if (code === undefined || code === CODE['request.tooFrequent']) await pause(BREATH);
        }),
    };
  };

/** The floods by name. */
export const FLOODS: Readonly<Record<FloodName, (port: number) => Promise<Attack>>> = {
  'idle connections': keeping(() => '', ''),
  'refused upgrades': keeping(() => 'GET / HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n', ''),
  'slow heads': keeping(() => 'GET / HTTP/1.1\r\nhost: a\r\n', 'x: y\r\n'),
  'slow orders': keeping(orderHead, ' ', true),

  'outcomes of keys': calling((one) => one.post(`/api/common/outcome/${freshKey()}`, {})),
  'one key': calling((one, key) => one.post('/api/alert/del', { id: '999999' }, key)),
  'writes with keys': calling((one) => one.post('/api/alert/del', { id: '999999' })),
  'refused orders': calling((one) =>
    one.post('/api/currency/order/submit', {
      ...{ symbol: 'BTC_USDT', direction: 1, type: 1, price: '60000', quantity: '900' },
    }),
  ),
  'cancels of nothing': calling((one) => one.post('/api/currency/order/cancelOrder', { id: '1' })),
  'files of history': calling((one) => one.get('/api/v1/coin/entrust/get/myExchangeLog/all?format=csv')),

  'idle connections of 200 addresses': keeping(() => '', '', false, MANY_ADDRESSES),

  'connections opened': async (port) => ({
    run: (on) =>
      parallel(ADDRESSES * 4, on, async (at) => {
        const socket = connect({ host: '127.0.0.1', port, localAddress: address(at % ADDRESSES) });
        socket.on('error', () => socket.destroy());
        await pause(BREATH);
        socket.resetAndDestroy();
      }),
  }),

  'sockets opened': async (port) => {
    const owners = await customers(port, 8);
    return {
      run: (on) =>
        parallel(owners.length * 4, on, async (at) => {
          const owner = owners[at % owners.length] as Customer;
          const { data } = await owner.post('/api/user/socketTicket', {});
          const ticket = String(data?.['ticket']);
          const socket = await openWebSocket(port, owner.address, `/ws/coin/${owner.id}?ticket=${ticket}`);
          socket.destroy();
          if (data === undefined) await pause(BREATH);
        }),
    };
  },

  'dear subscriptions': async (port) => {
    const data = DEAR.flatMap((coin) => [
      { channel: 'TICK', symbol: `${coin}_USDT` },
      ...[1, 2].map((kind) => ({ channel: 'DEPTH', symbol: `${coin}_USDT`, kind })),
    ]);
    const messages = ['unsubscribe', 'subscribe'].map((channel) => frame(JSON.stringify({ channel, id: 1, data })));
    return {
      run: (on) =>
        parallel(ADDRESSES, on, async (at) => {
          const socket = await openWebSocket(port, address(at), `/ws/attack${at}0000`);
          socket.resume();
          while (on() && !socket.destroyed) {
            for (const message of messages) socket.write(message);
            await pause(100);
          }
          socket.destroy();
          await pause(BREATH);
        }),
    };
  },

  'deep pages': calling((one) =>
    one.get('/api/v1/coin/entrust/get/myExchangeLog/all?current=500&size=20&symbol=ETH_USDT&status=3'),
  ),
  'account data': calling((one) => one.post('/api/user/getInfo', {})),
  'socket tickets': calling((one) => one.post('/api/user/socketTicket', {})),

  // Pings, pongs and empty parts: nothing that a handler of messages ever sees.
  'control frames': async (port) => {
    const [ping, pong, part] = [0x89, 0x8a, 0x01].map((kind) => Buffer.from([kind, 0x80, 0, 0, 0, 0]));
    const bytes = Buffer.concat(times(9_000, (at) => (at % 3 === 0 ? ping : pong) ?? Buffer.alloc(0)));
    return {
      run: (on) =>
        parallel(ADDRESSES, on, async (at) => {
          const socket = await openWebSocket(port, address(at), at % 2 === 0 ? `/ws/attack${at}0000` : '/mqtt', 'mqtt');
          socket.resume();
          while (on() && !socket.destroyed) {
            if (socket.writableLength < 500_000) socket.write(at % 4 === 0 ? (part ?? bytes) : bytes);
            await pause(10);
          }
          socket.destroy();
          await pause(BREATH);
        }),
    };
  },

  'wrong tickets': async (port) => ({
    run: (on) =>
      parallel(ADDRESSES * 4, on, async (at) => {
        const socket = await openWebSocket(port, address(at % ADDRESSES), '/mqtt', 'mqtt');
        socket.write(frame(mqttConnect(`wrong${at}`, { id: '1', ticket: randomBytes(32).toString('base64url') })));
        await Promise.race([ended(socket), pause(1_000)]);
        socket.destroy();
      }),
  }),

  guesses: async (port) => {
    const guessers = times(60, (at) => new Customer(port, address(at)));
    return {
      run: (on) =>
        parallel(guessers.length * 4, on, async (at) => {
          const account = `nobody${at}${randomBytes(4).toString('hex')}`;
          const password = hashPassword(`guess-${randomBytes(4).toString('hex')}-A1`);
          const { status } = (await guessers[at >> 2]?.post('/api/user/login', { type: 1, account, password })) ?? {};
          if (status !== 200) await pause(BREATH);
        }),
    };
  },

  'candles of far times': async (port) => {
    const readers = times(8, (at) => new Customer(port, address(at)));
    let step = 0;
    return {
      run: (on) =>
        parallel(readers.length * AT_ONCE, on, async (at) => {
          step += 1;
          const to = Date.UTC(2026, 10, 1) - step * 60_000;
          const path = `/api/v1/coin/open/kline?symbol=BTC_USDT&interval=1m&from=${to - 90 * 86_400_000}&to=${to}&limit=1000`;
          const { status } = (await readers[at % readers.length]?.get(path)) ?? {};
          if (status !== 200) await pause(BREATH);
        }),
    };
  },

  'answers nobody reads': async (port) => ({
    run: async (on) => {
      const kept: Socket[] = [];
      const asked = await parallel(UNREAD_ADDRESSES * 4, on, async (at) => {
        const socket = await openSocket(port, address(at % UNREAD_ADDRESSES));
        socket.pause();
        for (let size = 990; size < 1_000; size += 1)
          socket.write(`GET /api/common/ticks?symbol=BTC_USDT&size=${size} HTTP/1.1\r\nhost: a\r\n\r\n`);
        kept.push(socket);
        await pause(100);
      });
      for (const socket of kept) socket.destroy();
      return asked;
    },
  }),
};
