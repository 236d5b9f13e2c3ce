// The attacker: a separate process that prepares one attack, reports it, starts on command and ends on command.
// Messages in: {port, name}, 'go', 'stop'. Messages out: 'ready', {sent}.

import { setPriority } from 'node:os';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CODE } from '@vitrine/contract';
import { FLOODS } from './attack-floods.ts';
import { allDetail, type AttackName } from './attack-names.ts';
import { address, ask, type Attack, BREATH, customers, parallel, times } from './attack-parts.ts';
import {
  Customer,
  frame,
  mqttConnect,
  mqttSubscribe,
  openSocket,
  openWebSocket,
  pipelined,
  png,
} from './attack-client.ts';

export interface AttackOrders {
  readonly port: number;
  readonly name: AttackName;
}

/** What the attacker sent, in units of the attack. */
export interface AttackReport {
  readonly sent: number;
}

/** Concurrent requests per account for the most expensive reads of its own history. */
const READS_AT_ONCE = 30;

const historyOf =
  (accounts: number) =>
  async (port: number): Promise<Attack> => {
    const readers = await customers(port, accounts);
    for (const reader of readers) await reader.post('/api/practice/claim', {});
    return {
      run: (on) =>
        parallel(accounts * READS_AT_ONCE, on, async (at) => {
          const { code } = (await readers[at % accounts]?.get('/api/v1/coin/assets/getMyBalance?type=0')) ?? {};
          if (code !== CODE.ok) await pause(BREATH);
        }),
    };
  };

const prepare: Readonly<Record<AttackName, (port: number) => Promise<Attack>>> = {
  ...FLOODS,
  '2 accounts read': historyOf(2),
  '8 accounts read': historyOf(8),

  'pipelined burst': async (port) => {
    const bytes = pipelined(
      times(6_000, () => ({
        method: 'GET',
        path: '/api/common/ticks?symbol=BTC_USDT&size=1000',
        headers: { 'accept-encoding': 'br' },
      })),
    );
    return {
      run: (on) =>
        parallel(4, on, async () => {
          await ask(await openSocket(port, address(0)), bytes);
          await pause(BREATH);
        }),
    };
  },

  'heavy reads': async (port) => {
    const readers = times(8, (at) => new Customer(port, address(at)));
    let size = 0;
    return {
      // 92 sizes a second, all different, so that no cached result fits.
      run: (on) =>
        parallel(readers.length, on, async (at) => {
          size = (size + 1) % 500;
          const path = `/api/common/ticks?symbol=BTC_USDT&size=${500 + size}`;
          await Promise.all([readers[at]?.get(path, { 'accept-encoding': 'br' }), pause(87)]);
        }),
    };
  },

  documentation: async (port) => {
    const reader = new Customer(port, address(0));
    return { run: (on) => parallel(48, on, () => reader.get('/docs/openapi.json', { 'accept-encoding': 'br' })) };
  },

  'waits for a command': async (port) => {
    const reader = new Customer(port, address(0));
    const headers = { 'x-after': '999999999' };
    return { run: (on) => parallel(64, on, () => reader.get('/api/common/ticks?symbol=BTC_USDT&size=1000', headers)) };
  },

  'unfinished uploads': async (port) => {
    const senders = await customers(port, 68);
    const begin = async (at: number) => {
      const sender = senders[at % senders.length];
      const socket = await openSocket(port, sender?.address ?? address(at));
      const [head = ''] = pipelined([
        {
          method: 'POST',
          path: '/api/common/upload/OSS',
          headers: {
            ...sender?.headers(),
            'content-type': 'multipart/form-data; boundary=b',
            'content-length': '100000',
          },
        },
      ]).split('\r\n\r\n');
      socket.resume();
      socket.write(`${head}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`);
      return socket;
    };
    return {
      run: async (on) => {
        const open: Socket[] = [];
        const begun = await parallel(3 * senders.length, on, async (at) => {
          const socket = await begin(at);
          open.push(socket);
          while (on() && !socket.destroyed) await pause(50);
          await pause(BREATH);
        });
        for (const socket of open) socket.destroy();
        return begun;
      },
    };
  },

  'picture bomb': async (port) => {
    const senders = await customers(port, 4);
    const bomb = png(3_000);
    return { run: (on) => parallel(2 * senders.length, on, (at) => (senders[at >> 1] as Customer).upload(bomb)) };
  },

  'verification storm': async (port) => {
    const senders = await customers(port, 8);
    const storm = (sender: Customer) =>
      pipelined(
        times(30, (at) => ({
          method: 'POST',
          path: '/api/v1/coin/member/verified',
          headers: { ...sender.headers(), 'content-type': 'application/json' },
          body: JSON.stringify({
            stage: 1,
            name: 'Ann Example',
            country: 'DE',
            documentType: 1,
            documentNo: `C01X00T4${at % 10}`,
          }),
        })),
      );
    return {
      run: (on) =>
        parallel(senders.length, on, async (at) => {
          const sender = senders[at] as Customer;
          await ask(await openSocket(port, sender.address), storm(sender));
        }),
    };
  },

  'equal subscriptions': async (port) => {
    const data = times(200, (at) => ({ channel: 'DEPTH', symbol: at % 2 === 0 ? 'BTC_USDT' : 'ETH_USDT', kind: 1 }));
    const message = frame(JSON.stringify({ channel: 'subscribe', id: 1, data }));
    return {
      run: (on) =>
        parallel(4, on, async (at) => {
          const socket = await openWebSocket(port, address(0), `/ws/attack${at}0000`);
          socket.resume();
          while (on() && !socket.destroyed) {
            socket.write(message);
            await pause(60);
          }
          socket.destroy();
          await pause(BREATH);
        }),
    };
  },

  'MQTT flood': async (port) => {
    const pings = frame(Buffer.alloc(32_000, Buffer.from([0xc0, 0])));
    return {
      run: (on) =>
        parallel(10, on, async (at) => {
          const socket = await openWebSocket(port, address(0), '/mqtt', 'mqtt');
          socket.resume();
          socket.write(frame(mqttConnect(`flood${at}`)));
          while (on() && !socket.destroyed) {
            if (socket.writableLength < 500_000) socket.write(pings);
            await pause(10);
          }
          socket.destroy();
          await pause(BREATH);
        }),
    };
  },

  'frozen MQTT readers': async (port) => {
    const owners = await customers(port, 10);
    for (const owner of owners) await owner.post('/api/practice/claim', {});
    return {
      run: async (on) => {
        const frozen: Socket[] = [];
        for (const owner of owners) {
          const { data } = await owner.post('/api/user/socketTicket', {});
          const socket = await openWebSocket(port, owner.address, '/mqtt', 'mqtt');
          socket.pause();
          socket.write(frame(mqttConnect('frozen', { id: owner.id, ticket: String(data?.['ticket']) })));
          await pause(100);
          socket.write(frame(mqttSubscribe([allDetail, `refresh_${owner.id}`])));
          frozen.push(socket);
        }
        // Each order and its cancel send another event to the owner's blocked reader.
        const orders = await parallel(owners.length, on, async (at) => {
          const owner = owners[at] as Customer;
          const order = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '60000', quantity: '0.0001' };
          const { data } = await owner.post('/api/currency/order/submit', order);
          if (data !== undefined) await owner.post('/api/currency/order/cancelOrder', { id: data['id'] });
          await pause(250);
        });
        for (const socket of frozen) socket.destroy();
        return orders;
      },
    };
  },
};

async function main({ port, name }: AttackOrders): Promise<void> {
  if (!Object.hasOwn(prepare, name)) throw new Error(`Expected an attack, got '${String(name)}'.`);
  // A real attacker uses another machine: here it must not take the exchange's CPU time.
  setPriority(19);
  const attack = await prepare[name](port);
  let attacking = true;
  const go = once(process, 'message');
  process.send?.('ready');
  await go;
  process.once('message', () => (attacking = false));
  const sent = await attack.run(() => attacking);
  process.send?.({ sent } satisfies AttackReport, () => process.exit(0));
}

// The parent process ended: nothing else would end the attack.
process.once('disconnect', () => process.exit(1));
process.once('message', (orders: AttackOrders) => {
  main(orders).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
