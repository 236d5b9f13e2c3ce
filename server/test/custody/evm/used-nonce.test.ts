// A nonce of ours that a transaction used which custody did not make (issue 14: nothing stuck without a way out): found
// however long ago, and only where our own key signed it.

import {
  getAddress,
  type Hex,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { NodeFault, type Rival } from '../../../src/custody/rail/index.ts';
import { NodeRefusal, createRpc, type Rpc } from '../../../src/custody/rail/evm/rpc.ts';
import { signedTransaction } from '../../../src/custody/rail/evm/signed-by.ts';
import { createNonceSearch } from '../../../src/custody/rail/evm/used-nonce.ts';
import { LOCAL_CHAIN_ID, type LocalNode, startLocalNode } from './local-node.ts';

const OURS = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const OTHER = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const TO = '0x00000000000000000000000000000000c0ffee01';
const GWEI = 10n ** 9n;
const FEES = { maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI };
const LIST = [{ address: TO, storageKeys: [`0x${'00'.repeat(31)}01`] }] as const;

let node: LocalNode;
let rpc: Rpc;
/** Nonces that are used. */
let used = 0;
beforeAll(async () => {
  node = await startLocalNode();
  rpc = createRpc({ url: node.url });
  await node.call('anvil_setBalance', [OURS.address, '0x56bc75e2d63100000']);
});
afterAll(async () => {
  rpc?.stop();
  await node?.stop();
});

const claim = (nonce: number) => [`nonce:${OURS.address}:${nonce}`];
const height = async () => Number(await node.call('eth_blockNumber', []));
/** A token of the house. */
const TOKEN = '0x00000000000000000000000000000000DeaDBeef';
const search = (over: Rpc = rpc) => createNonceSearch(over, height, new Map([[TOKEN, { coin: 'USDT' }]]));
/** A node whose answers are changed. */
const changed = (change: (method: string, params: readonly unknown[], answer: unknown) => unknown): Rpc => ({
  ...rpc,
  read: async <T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T> =>
    shape.parse(change(method, params, await node.call(method, params))),
});

async function use(fields: Record<string, unknown>): Promise<{ readonly nonce: number; readonly txid: string }> {
  const nonce = used;
  const one = {
    chainId: LOCAL_CHAIN_ID,
    nonce,
    gas: 100_000n,
    to: TO,
    value: 5n,
    ...fields,
  } as TransactionSerializable;
  const raw = await OURS.signTransaction(one);
  const txid = (await node.call('eth_sendRawTransaction', [raw])) as string;
  used += 1;
  await node.mine();
  return { nonce, txid: txid.slice(2) };
}

describe('the transaction that used a nonce', () => {
  test.each([
    ['without a type', { type: 'legacy', gasPrice: 100n * GWEI }],
    ['without a type and chain', { type: 'legacy', gasPrice: 100n * GWEI, chainId: undefined }],
    ['of type 1', { type: 'eip2930', gasPrice: 100n * GWEI, accessList: LIST }],
    ['of type 2', { type: 'eip1559', ...FEES, accessList: LIST, data: '0x1234' }],
    ['of type 2 that makes a contract', { type: 'eip1559', ...FEES, to: null, value: 0n, data: '0x00' }],
  ])('%s is found and its cost bounded, and again by its id', async (_, fields) => {
    expect(await search()(claim(used)), 'not used yet').toBeUndefined();
    const { nonce, txid } = await use(fields);
    const found = await search()(claim(nonce));
    expect(found).toMatchObject({ txid, height: await height(), feeCap: 100_000n * 100n * GWEI });
    expect(await search()(claim(nonce), txid)).toEqual(found);
    // What was seen is in no block any more, or never was: it is looked for anew.
    expect(await search()(claim(nonce), 'ab'.repeat(32))).toEqual(found);
  });

  test('is told with what its bytes pay: ether without a call, a token of the house by its transfer, nothing else', async () => {
    const transfer = `0xa9059cbb${'0'.repeat(24)}${TO.slice(2)}${'0'.repeat(62)}2a` as const;
    const to = getAddress(TO);
    for (const [fields, payment] of [
      [{ value: 7n }, { coin: 'ETH', to, units: 7n }],
      [
        { to: TOKEN, value: 0n, data: transfer },
        { coin: 'USDT', to, units: 42n },
      ],
      [{ to: TOKEN, value: 1n, data: transfer }, undefined],
      [{ value: 7n, data: '0x1234' }, undefined],
      [{ value: 0n, data: transfer }, undefined],
    ] as const) {
      const { nonce } = await use({ type: 'eip1559', ...FEES, ...fields });
      expect((await search()(claim(nonce)))?.payment).toEqual(payment);
    }
  });

  test('of types 3 and 4 has the bytes that its chain hashes', async () => {
    const common = { chainId: 1, nonce: 3, gas: 90_000n, to: TO, value: 1n, ...FEES, accessList: LIST } as const;
    const blobs = { type: 'eip4844', maxFeePerBlobGas: 7n, blobVersionedHashes: [`0x01${'ab'.repeat(31)}`] } as const;
    const authorization = await OURS.signAuthorization({ address: TO, chainId: 1, nonce: 4 });
    const over = { type: 'eip7702', authorizationList: [authorization] } as const;
    const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`;
    for (const [type, extra] of [
      ['0x3', blobs],
      ['0x4', over],
    ] as const) {
      const bare = { ...common, ...extra } as TransactionSerializable;
      const raw = await OURS.signTransaction(bare);
      // Its signature, as the node tells it: the last three fields.
      const { r, s, yParity } = parseTransaction(raw);
      const bytes = serializeTransaction(bare, { r: r!, s: s!, yParity: yParity! });
      const reported = {
        ...{ type, hash: keccak256(bytes), from: OURS.address, chainId: '0x1', nonce: '0x3', gas: hex(90_000) },
        ...{
          to: TO,
          value: '0x1',
          input: '0x',
          blockHash: `0x${'cd'.repeat(32)}`,
          blockNumber: '0x1',
          accessList: LIST,
        },
        ...{ maxFeePerGas: hex(FEES.maxFeePerGas), maxPriorityFeePerGas: hex(FEES.maxPriorityFeePerGas) },
        ...{ maxFeePerBlobGas: '0x7', blobVersionedHashes: blobs.blobVersionedHashes },
        authorizationList: [
          {
            ...{ chainId: '0x1', address: TO, nonce: '0x4', yParity: hex(authorization.yParity!) },
            ...{ r: authorization.r, s: authorization.s },
          },
        ],
        ...{ r, s, yParity: hex(yParity!) },
      };
      const fake = {
        ...rpc,
        read: async (_method: string, _params: unknown, shape: z.ZodType) => shape.parse(reported),
      };
      const txid = keccak256(bytes).slice(2);
      const found = await search(fake as Rpc)(claim(3), txid);
      expect(found).toMatchObject({ txid, height: 1 });
      expect(signedTransaction.parse(reported).type).toBe(type);
    }
  });

  test('that a node invents is none: another key signed it, or its bytes have another hash', async () => {
    const { nonce, txid } = await use({ type: 'eip1559', ...FEES });
    const forged = await OTHER.signTransaction({ chainId: LOCAL_CHAIN_ID, nonce: 0, gas: 21_000n, to: TO, ...FEES });
    await node.call('anvil_setBalance', [OTHER.address, '0x56bc75e2d63100000']);
    const other = (await node.call('eth_sendRawTransaction', [forged])) as string;
    await node.mine();
    const its = (await node.call('eth_getTransactionByHash', [other])) as Record<string, unknown>;
    const lies: Record<string, unknown>[] = [
      // Somebody else's transaction under our address.
      { ...its, from: OURS.address, nonce: `0x${nonce.toString(16)}` },
      { value: '0x6' },
      { to: OTHER.address },
      { nonce: '0xff' },
      { hash: other },
      { r: '0x1' },
    ];
    for (const lie of lies) {
      const node_ = changed((method, _params, answer) =>
        method === 'eth_getTransactionByHash' ? { ...(answer as object), ...lie } : answer,
      );
      await expect(search(node_)(claim(nonce)), JSON.stringify(lie)).rejects.toThrow(NodeFault);
      await expect(search(node_)(claim(nonce), txid)).rejects.toThrow(NodeFault);
    }
  });

  test('is found though the node has no state of its block any more, so many blocks a look', async () => {
    const { nonce, txid } = await use({ type: 'eip1559', ...FEES });
    await node.mine(230);
    const kept = (await height()) - 10;
    let reads = 0;
    const pruned = changed((method, params, answer) => {
      if (method === 'eth_getBlockByNumber') reads += 1;
      if (method === 'eth_getTransactionCount' && Number(params[1]) < kept)
        throw new NodeRefusal(method, -32_000, 'missing trie node');
      return answer;
    });
    const look = search(pruned);
    let found: Rival | undefined;
    let looks = 0;
    for (; found === undefined && looks < 5; looks += 1) {
      reads = 0;
      found = await look(claim(nonce)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(NodeFault);
        return undefined;
      });
      expect(reads).toBeLessThanOrEqual(101);
    }
    expect(found?.txid).toBe(txid);
    expect(looks).toBe(3);
    reads = 0;
    expect(await look(claim(nonce), txid)).toEqual(found);
    expect(reads, 'known by its id').toBe(0);
  });
});
