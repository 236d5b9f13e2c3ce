// A bystander's orders during attacks on the exchange (issue 15), compared with the same orders just before; and the
// memory of its processes.
// The attacks run in turn, each in its own process. Linux only: users need their own loopback addresses.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CODE } from '@vitrine/contract';
import { Customer, png } from './attack-client.ts';
import { type AttackedExchange, startExchange } from './attack-exchange.ts';
import type { AttackOrders, AttackReport } from './attack-load.ts';
import { type AttackName, ATTACKS } from './attack-names.ts';
import { median, type Row } from '../part.ts';

export const name = 'attacks';
export const goal =
  'under attack an order takes at most 5 times as long as idle, memory stays under 1.5 of idle, nothing is refused';
/** Missing a goal here fails the bench. */
export const required = true;

const SLOWER_MOST = 5;
const MEMORY_MOST = 1.5;
const IDLE_MS = 4_000;
const ATTACK_MS = 10_000;
/** Time for garbage collection between two attacks. */
const REST_MS = 1_500;
const BETWEEN_ORDERS = 20;
const MEMORY_EVERY = 25;
const BYSTANDER = '127.0.0.2';
const MB = 1_000_000;

/** The bystander's orders in a period. */
interface Seen {
  /** Latency of each order, ms. */
  readonly times: readonly number[];
  /** Memory at each sample, bytes. */
  readonly memory: readonly number[];
  /** Refused or missing answers to the bystander, by status. */
  readonly wrong: readonly string[];
}

/** Sends orders one after another and cancels each. */
async function watch(exchange: AttackedExchange, bystander: Customer, ms: number): Promise<Seen> {
  const times: number[] = [];
  const wrong: string[] = [];
  const memory: number[] = [exchange.memory()];
  const looks = setInterval(() => memory.push(exchange.memory()), MEMORY_EVERY);
  const order = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '60000', quantity: '0.0001' };
  try {
    for (const until = performance.now() + ms; performance.now() < until;) {
      const before = performance.now();
      const placed = await bystander.post('/api/currency/order/submit', order);
      times.push(performance.now() - before);
      if (placed.code !== CODE.ok) wrong.push(`order ${placed.status}/${placed.code}`);
      else {
        const cancelled = await bystander.post('/api/currency/order/cancelOrder', { id: placed.data?.['id'] });
        if (cancelled.code !== CODE.ok) wrong.push(`cancel ${cancelled.status}/${cancelled.code}`);
      }
      await pause(BETWEEN_ORDERS);
    }
  } finally {
    clearInterval(looks);
  }
  return { times, memory, wrong };
}

/** A message of the attacker, or why it ended without one. */
export async function message(child: ChildProcess): Promise<unknown> {
  const [said] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Expected the attacker to go on, it ended with ${String(code)}.`);
    }),
  ]);
  return said;
}

async function attack(
  exchange: AttackedExchange,
  bystander: Customer,
  attackName: AttackName,
  shade: number,
): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'attack-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const faultsBefore = await exchange.faults();
  try {
    child.send({ port: exchange.port, name: attackName } satisfies AttackOrders);
    await message(child);
    await pause(REST_MS);
    const idle = await watch(exchange, bystander, IDLE_MS);
    child.send('go');
    const [during, picture] = await Promise.all([
      watch(exchange, bystander, ATTACK_MS),
      pause(ATTACK_MS / 2).then(() => bystander.upload(png(0, shade % 256))),
    ]);
    child.send('stop');
    const { sent } = (await message(child)) as AttackReport;
    const wrong = [...idle.wrong, ...during.wrong];
    if (picture.code !== CODE.ok) wrong.push(`picture ${picture.status}/${picture.code}`);
    const faults = (await exchange.faults()) - faultsBefore;
    return rowsOf(attackName, idle, during, { wrong, sent, faults });
  } finally {
    child.kill('SIGKILL');
  }
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], part: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** What else was counted. */
interface Counted {
  /** Refused or missing answers to the bystander. */
  readonly wrong: readonly string[];
  readonly sent: number;
  /** Answers 500 to 599 but 503, to anybody. */
  readonly faults: number;
}

function rowsOf(what: AttackName, idle: Seen, during: Seen, { wrong, sent, faults }: Counted): Row[] {
  const size = Math.max(...during.memory) / MB;
  const usualSize = median(idle.memory) / MB;
  const row = (which: string, beside: string, part: number, note: string): Row => ({
    what: `${what}: ${which}`,
    value: at(during.times, part),
    unit: 'ms',
    beside: { what: beside, value: at(idle.times, part) },
    ratio: at(during.times, part) / at(idle.times, part),
    goal: { is: 'at most', value: SLOWER_MOST },
    note,
  });
  const orders = `${idle.times.length} orders idle, ${during.times.length} attacked; ${sent} sent`;
  const worst = `all within ${at(idle.times, 1).toFixed(1)} ms idle, ${at(during.times, 1).toFixed(1)} attacked`;
  return [
    row('order', 'idle median', 0.5, orders),
    row('slow orders', 'idle, 95 of 100', 0.95, worst),
    {
      what: `${what}: memory`,
      value: size,
      unit: 'MB',
      beside: { what: 'idle', value: usualSize },
      ratio: size / usualSize,
      goal: { is: 'at most', value: MEMORY_MOST },
    },
    {
      what: `${what}: refused`,
      value: wrong.length,
      unit: 'answers',
      goal: { is: 'at most', value: 0 },
      ...(wrong.length === 0 ? {} : { note: [...new Set(wrong)].join(', ') }),
    },
    { what: `${what}: faults`, value: faults, unit: 'answers', goal: { is: 'at most', value: 0 } },
  ];
}

/** Runs each attack in turn beside a bystander, on a separate exchange; `seen` is called after each. */
export async function underAttack(
  attacks: readonly AttackName[],
  seen: (name: AttackName, rows: readonly Row[]) => void = () => undefined,
): Promise<Row[]> {
  const exchange = await startExchange();
  const bystander = new Customer(exchange.port, BYSTANDER);
  try {
    await bystander.register();
    await bystander.post('/api/practice/claim', {});
    // The first orders compile the code that they run.
    await watch(exchange, bystander, 2 * IDLE_MS);
    const rows: Row[] = [];
    for (const [at, one] of attacks.entries()) {
      const found = await attack(exchange, bystander, one, at);
      seen(one, found);
      rows.push(...found);
    }
    return rows;
  } finally {
    bystander.close();
    await exchange.stop();
  }
}

export const run = (): Promise<Row[]> => underAttack(ATTACKS);
