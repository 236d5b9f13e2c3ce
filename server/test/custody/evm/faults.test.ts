// A node that lies, goes away, stalls or breaks off: nothing is concluded, nothing is lost, and it is asked again later.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Chain, NodeFault } from '../../../src/custody/rail/index.ts';
import { callOf, deploy } from './local-node.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { ETH, EvmWorld, HOT, openOn, USD } from './world.ts';

const TO = '0x00000000000000000000000000000000C0fFee00';
/** Long enough for a loaded machine; only what is stalled on purpose waits for it. */
const TIMEOUT = 3_000;
const AGAIN = [1, 1];
let world: EvmWorld;
let proxy: Proxy;
let chain: Chain;
let payer: `0x${string}`;

beforeAll(async () => {
  world = await EvmWorld.start();
  proxy = await startProxy(world.node.url);
  payer = await deploy(world.node, 'Payer');
  await world.fund(10n * ETH, 100n * USD);
});
afterAll(async () => {
  await chain.stop();
  await proxy.stop();
  await world.stop();
});
beforeEach(async () => {
  proxy.lie = undefined;
  proxy.instead = undefined;
  proxy.swallow = undefined;
  proxy.asked.clear();
  await chain?.stop();
  chain = await openOn(proxy.url, world.tokens, { timeout: TIMEOUT, again: AGAIN });
});

/** Nothing waits, and nothing was planned. */
async function fresh(): Promise<void> {
  await world.node.call('anvil_dropAllTransactions');
  await world.restart();
}

/** A block with ether, a token, and ether by a contract. */
async function full(): Promise<void> {
  await world.sendEther(world.deposit(0), 5n);
  await world.sendToken(world.tokens.usdt, world.deposit(1), 6n);
  const data = callOf('Payer', 'etherTo', [[world.deposit(2)], 7n]);
  await world.node.send({ from: await world.outside(), to: payer, value: 7n, data });
  await world.node.mine();
}

type Row = Record<string, unknown>;
type Whole = Row & { readonly transactions: readonly Row[] };
type Log = Row & { readonly topics: readonly string[] };

/** Lies in the answer to one method. */
function lieIn(method: string, change: (result: never) => unknown): void {
  proxy.lie = (call, answer) =>
    call.method === method ? { ...answer, result: change(answer.result as never) } : answer;
}

const otherHash = `0x${'ab'.repeat(32)}`;

describe('a node that lies about a block', () => {
  beforeAll(full);

  test('the truth is read', async () => {
    expect((await world.arrivals(chain)).map(({ units }) => units)).toEqual([5n, 6n, 7n]);
  });

  test.each<[string, string, (result: never) => unknown]>([
    ['another block for its hash', 'eth_getBlockByHash', (block: Whole) => ({ ...block, hash: otherHash })],
    ['another parent', 'eth_getBlockByHash', (block: Whole) => ({ ...block, parentHash: otherHash })],
    ['another height', 'eth_getBlockByHash', (block: Whole) => ({ ...block, number: '0x1' })],
    ['no such block', 'eth_getBlockByHash', () => null],
    [
      'a block without its transactions',
      'eth_getBlockByHash',
      (block: Whole) => ({ ...block, transactions: undefined }),
    ],
    [
      'a transaction twice',
      'eth_getBlockByHash',
      (block: Whole) => ({ ...block, transactions: [...block.transactions, block.transactions[0]] }),
    ],
    [
      'a transaction left out',
      'eth_getBlockByHash',
      (block: Whole) => ({ ...block, transactions: block.transactions.slice(1) }),
    ],
    [
      'a transaction of another block',
      'eth_getBlockByHash',
      (block: Whole) => ({ ...block, transactions: [{ ...block.transactions[0], blockHash: otherHash }] }),
    ],
    ['a log twice', 'eth_getLogs', (logs: Log[]) => [...logs, ...logs]],
    ['all logs left out', 'eth_getLogs', () => []],
    ['a log left out', 'eth_getLogs', (logs: Log[]) => logs.filter((log) => !log.topics[2]?.endsWith(deposit1()))],
    ['a log of another block', 'eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, blockHash: otherHash }))],
    ['a log that was removed', 'eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, removed: true }))],
    [
      'a log of no transaction',
      'eth_getLogs',
      (logs: Log[]) => logs.map((log) => ({ ...log, transactionHash: otherHash })),
    ],
    ['a log of another contract', 'eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, address: payer }))],
    ['a log without an amount', 'eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, data: '0x' }))],
    [
      'a log to somebody of ours that the receipt does not have',
      'eth_getLogs',
      (logs: Log[]) =>
        logs.map((log) => ({
          ...log,
          logIndex: '0x63',
          topics: [...log.topics.slice(0, 2), word(world.deposit(8))],
        })),
    ],
    ['a receipt left out', 'eth_getBlockReceipts', (found: Row[]) => found.slice(1)],
    [
      'a receipt of another block',
      'eth_getBlockReceipts',
      (found: Row[]) => found.map((one) => ({ ...one, blockHash: otherHash })),
    ],
    ['receipts in another order', 'eth_getBlockReceipts', (found: Row[]) => found.toReversed()],
    [
      'reverted receipts with logs',
      'eth_getBlockReceipts',
      (found: Row[]) => found.map((one) => ({ ...one, status: '0x0' })),
    ],
    [
      'receipts with a status of their own',
      'eth_getBlockReceipts',
      (found: Row[]) => found.map((one) => ({ ...one, status: '0x2' })),
    ],
    ['receipts without logs', 'eth_getBlockReceipts', (found: Row[]) => found.map((one) => ({ ...one, logs: [] }))],
    ['no traces', 'debug_traceBlockByHash', () => []],
    ['traces of other transactions', 'debug_traceBlockByHash', (found: Row[]) => found.toReversed()],
    ['traces of another shape', 'debug_traceBlockByHash', (found: Row[]) => found.map(() => ({ result: 5 }))],
    [
      'another sender',
      'eth_getTransactionByBlockHashAndIndex',
      (found: Row) => ({ ...found, from: world.hot.toLowerCase() }),
    ],
    ['another transaction', 'eth_getTransactionByBlockHashAndIndex', (found: Row) => ({ ...found, hash: otherHash })],
    [
      'a signature of a type it has not',
      'eth_getTransactionByBlockHashAndIndex',
      (found: Row) => ({ ...found, r: null }),
    ],
    ['words instead of a block', 'eth_getBlockByHash', () => 'later'],
  ])('%s: a fault, and nothing is concluded', async (_, method, change) => {
    lieIn(method, change);
    await expect(world.arrivals(chain)).rejects.toThrow(NodeFault);
    proxy.lie = undefined;
    expect(await world.arrivals(chain)).toHaveLength(3);
  });

  describe('and gives receipts one by one only', () => {
    test.each<[string, string, (result: never) => unknown]>([
      ['no receipt', 'eth_getTransactionReceipt', () => null],
      ['a receipt of another block', 'eth_getTransactionReceipt', (found: Row) => ({ ...found, blockHash: otherHash })],
      [
        'a receipt of another transaction',
        'eth_getTransactionReceipt',
        (found: Row) => ({ ...found, transactionHash: otherHash }),
      ],
      ['a reverted receipt with logs', 'eth_getTransactionReceipt', (found: Row) => ({ ...found, status: '0x0' })],
      ['all logs left out, against the bloom', 'eth_getLogs', () => []],
    ])('%s: a fault, and nothing is concluded', async (_, method, change) => {
      const missing = { code: -32_601, message: 'the method does not exist' };
      proxy.lie = ({ method: asked }, answer) => {
        if (asked === 'eth_getBlockReceipts') return { id: answer.id, error: missing };
        return asked === method ? { ...answer, result: change(answer.result as never) } : answer;
      };
      await expect(world.arrivals(chain)).rejects.toThrow(NodeFault);
      proxy.lie = ({ method: asked }, answer) =>
        asked === 'eth_getBlockReceipts' ? { id: answer.id, error: missing } : answer;
      expect(await world.arrivals(chain)).toHaveLength(3);
    });
  });

  const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  const deposit1 = () => world.deposit(1).slice(2).toLowerCase();
});

describe('a node that lies about itself', () => {
  test.each<[string, string, unknown]>([
    ['another chain', 'eth_chainId', '0x1'],
    ['a head without a number', 'eth_getBlockByNumber', { hash: otherHash }],
    ['no head', 'eth_getBlockByNumber', null],
    ['a height beyond every height', 'eth_getBlockByNumber', 'far'],
  ])('%s', async (_, method, given) => {
    lieIn(method, (result: Row) => (given === 'far' ? { ...result, number: '0xffffffffffff' } : given));
    await expect(chain.node.head()).rejects.toThrow(NodeFault);
  });

  test('a block of another height than asked for', async () => {
    lieIn('eth_getBlockByNumber', (block: Whole) => ({ ...block, number: '0x1' }));
    await expect(chain.node.block(2)).rejects.toThrow(/expected block 2/);
  });

  test.each<[string, (call: string) => unknown]>([
    ['no code of a token', (method) => (method === 'eth_getCode' ? '0x' : undefined)],
    ['other decimals of a token', (method) => (method === 'eth_call' ? `0x${'12'.padStart(64, '0')}` : undefined)],
  ])('%s: nothing is read from it', async (_, given) => {
    proxy.lie = (call, answer) => ({ ...answer, result: given(call.method) ?? answer.result });
    await expect(world.arrivals(chain)).rejects.toThrow(/USDT/);
    proxy.lie = undefined;
    await expect(world.arrivals(chain)).resolves.toBeDefined();
  });

  test('a status of another transaction', async () => {
    const txid = await world.sendEther(world.deposit(0), 5n);
    lieIn('eth_getTransactionByHash', (found: Row) => ({ ...found, hash: otherHash }));
    await expect(chain.node.status(txid)).rejects.toThrow(NodeFault);
    await world.node.mine();
    lieIn('eth_getTransactionReceipt', (found: Row) => ({ ...found, transactionHash: otherHash }));
    await expect(chain.node.status(txid)).rejects.toThrow(NodeFault);
  });

  test('W05 that it took a payment as another', async () => {
    const raw = world.sign(await world.plan({ coin: 'ETH', to: TO, units: 1n }));
    lieIn('eth_sendRawTransaction', () => otherHash);
    await expect(chain.node.broadcast(raw)).rejects.toThrow(NodeFault);
    proxy.lie = undefined;
    expect(await chain.node.broadcast(raw)).toEqual({ state: 'known' });
  });

  test('a fee that no chain ever had: it is bounded, or not planned', async () => {
    lieIn('eth_maxPriorityFeePerGas', () => `0x${(10n ** 30n).toString(16)}`);
    const plan = await chain.planner.plan({ coin: 'ETH', to: TO, units: 1n }, HOT, world.claims);
    expect(plan.feeCap <= 21_000n * 300n * 10n ** 9n).toBe(true);
    lieIn('eth_getBlockByNumber', (block: Whole) => ({ ...block, baseFeePerGas: `0x${(10n ** 30n).toString(16)}` }));
    const planning = chain.planner.plan({ coin: 'ETH', to: TO, units: 1n }, HOT, world.claims);
    await expect(planning).rejects.toMatchObject({ why: 'fee' });
  });
});

describe('a node that is away or stalls', () => {
  test('nobody listens: every call says so, and works again when it is back', async () => {
    const other = await startProxy(world.node.url);
    const away = await openOn(other.url, world.tokens, { timeout: TIMEOUT, again: AGAIN });
    try {
      await other.stop();
      await expect(away.node.head()).rejects.toThrow(/no answer of the node/);
      await expect(
        away.node.broadcast(world.sign(await world.plan({ coin: 'ETH', to: TO, units: 1n }))),
      ).rejects.toThrow(NodeFault);
      const planning = away.planner.plan({ coin: 'ETH', to: TO, units: 1n }, HOT, world.claims);
      await expect(planning).rejects.toMatchObject({ name: 'CannotPlan', why: 'node' });
    } finally {
      await away.stop();
    }
  });

  test('an answer that never comes is given up, and no address of the node is in the error', async () => {
    const stalled = await openOn(`${proxy.url}/key-of-a-provider`, world.tokens, { timeout: 100, again: AGAIN });
    try {
      proxy.instead = () => true;
      const error = await stalled.node.head().catch((fault: unknown) => fault);
      expect(error).toBeInstanceOf(NodeFault);
      expect(String(error)).toMatch(/TimeoutError/);
      expect(String(error)).not.toMatch(/key-of-a-provider|127\.0\.0\.1/);
    } finally {
      await stalled.stop();
    }
  });

  test('a body that stops in the middle is given up too', async () => {
    const stalled = await openOn(proxy.url, world.tokens, { timeout: 100, again: AGAIN });
    try {
      proxy.instead = (_, response) => response.write('{"jsonrpc":"2.0"');
      await expect(stalled.node.head()).rejects.toThrow(NodeFault);
    } finally {
      await stalled.stop();
    }
  });

  test('reads are asked again a few times and no more; a payment is sent once', async () => {
    let failures = 2;
    proxy.instead = (_, response) => {
      if (failures === 0) return false;
      failures -= 1;
      response.statusCode = 503;
      response.end('busy');
      return true;
    };
    await expect(chain.node.head()).resolves.toBeDefined();
    expect(proxy.asked.get('eth_chainId')).toBe(3);

    proxy.asked.clear();
    proxy.instead = (_, response) => {
      response.statusCode = 503;
      response.end('busy');
      return true;
    };
    const raw = world.sign(await world.plan({ coin: 'ETH', to: TO, units: 1n }));
    await expect(chain.node.broadcast(raw)).rejects.toThrow(/503/);
    expect(proxy.asked.get('eth_sendRawTransaction')).toBe(1);
    await expect(chain.node.status('ab'.repeat(32))).rejects.toThrow(/503/);
    expect(proxy.asked.get('eth_getTransactionReceipt')).toBe(3);
  });

  test.each([
    ['HTML', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['the answer of another call', '{"jsonrpc":"2.0","id":99999,"result":"0x1"}'],
    ['another shape', '[]'],
  ])('%s instead of an answer', async (_, text) => {
    proxy.instead = (__, response) => {
      response.end(text);
      return true;
    };
    await expect(chain.node.head()).rejects.toThrow(NodeFault);
  });

  test('W05 the answer to a payment was lost: unknown, then known by its id, and paid once', async () => {
    await fresh();
    const before = await world.chain.node.balance(TO, 'ETH', 0);
    const raw = world.sign(await world.plan({ coin: 'ETH', to: TO, units: 77n }));
    const slow = await openOn(proxy.url, world.tokens, { timeout: 500, again: AGAIN });
    try {
      proxy.swallow = ({ method }) => method === 'eth_sendRawTransaction';
      await expect(slow.node.broadcast(raw)).rejects.toThrow(NodeFault);
      proxy.swallow = undefined;
      expect(await slow.node.broadcast(raw)).toEqual({ state: 'known' });
    } finally {
      await slow.stop();
    }
    await world.node.mine();
    expect((await chain.node.balance(TO, 'ETH', 0)) - before).toBe(77n);
    expect(await chain.node.broadcast(raw)).toEqual({ state: 'known' });
  });

  test('too many requests, or a missing method, is no refusal of a payment', async () => {
    await fresh();
    const raw = world.sign(await world.plan({ coin: 'ETH', to: TO, units: 1n }));
    for (const code of [-32_005, -32_601]) {
      proxy.lie = (_, { id }) => ({ id, error: { code, message: 'not now' } });
      await expect(chain.node.broadcast(raw)).rejects.toThrow(NodeFault);
    }
    proxy.lie = undefined;
    // It was the answer that was bad: the node has it.
    await expect(chain.node.broadcast(raw)).resolves.toEqual({ state: 'known' });
  });
});

describe('how a node tells of ether sent by contracts is found out', () => {
  const without = (...methods: string[]) => {
    proxy.lie = (call, answer) =>
      methods.includes(call.method)
        ? { id: answer.id, error: { code: -32_601, message: 'the method does not exist' } }
        : answer;
  };

  test('by trace_block where debug is missing', async () => {
    await full();
    without('debug_traceBlockByHash');
    expect((await world.arrivals(chain)).map(({ units }) => units)).toEqual([5n, 6n, 7n]);
    expect(proxy.asked.get('trace_block')).toBe(2);
  });

  test('by balances where both are missing', async () => {
    await full();
    without('debug_traceBlockByHash', 'trace_block');
    const few = await openOn(proxy.url, world.tokens, { watched: () => world.watched });
    try {
      expect((await world.arrivals(few)).map(({ units }) => units)).toEqual([5n, 6n, 7n]);
    } finally {
      await few.stop();
    }
  });

  test('it does not change while custody runs: a node that loses its traces is at fault', async () => {
    await full();
    expect(await world.arrivals(chain)).toHaveLength(3);
    without('debug_traceBlockByHash');
    await expect(world.arrivals(chain)).rejects.toThrow(NodeFault);
  });

  test('a node that is only busy is asked again, not taken for one without traces', async () => {
    await full();
    proxy.lie = (call, answer) =>
      call.method.includes('trace') ? { id: answer.id, error: { code: -32_000, message: 'busy' } } : answer;
    await expect(world.arrivals(chain)).rejects.toThrow(NodeFault);
    proxy.lie = undefined;
    expect((await world.arrivals(chain)).map(({ units }) => units)).toEqual([5n, 6n, 7n]);
  });
});
