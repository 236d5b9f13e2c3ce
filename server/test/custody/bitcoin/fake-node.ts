// A bitcoind for tests: real blocks and transactions, made here, served over HTTP as bitcoind does; and its faults.

import { createServer, type Server } from 'node:http';
import { hex } from '@scure/base';
import { RawTx } from '@scure/btc-signer';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { scriptOf } from '../../../src/custody/rail/bitcoin/address.ts';
import { NETWORK_TERMS } from '../../../src/custody/rail/bitcoin/network.ts';

const COINBASE =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';
const ROOT = '3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a';
const header = (end: string) => `01000000${'00'.repeat(32)}${ROOT}${end}`;
/** The first blocks of the main chain and of regtest, as everybody has them. */
export const MAIN_GENESIS = hex.decode(`${header('29ab5f49ffff001d1dac2b7c')}01${COINBASE}`);
export const REGTEST_GENESIS = hex.decode(`${header('dae5494dffff7f2002000000')}01${COINBASE}`);

const BITS = 0x20_7f_ff_ff;
const TARGET = BigInt('0x7fffff') << 232n;
export const shown = (hash: Uint8Array) => hex.encode(Uint8Array.from(hash).reverse());
const word = (value: number) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
};

/** Without witnesses, as it is named. */
function bare(raw: Uint8Array): Uint8Array {
  const { witnesses: _, segwitFlag: __, ...rest } = RawTx.decode(raw);
  return RawTx.encode({ ...rest, segwitFlag: false, witnesses: undefined });
}
export const txidOf = (raw: Uint8Array) => shown(sha256x2(bare(raw)));

function rootOf(hashes: Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) above.push(sha256x2(level[at]!, level[at + 1] ?? level[at]!));
    level = above;
  }
  return level[0]!;
}

/** A block of transactions, its first the coinbase; with the work of regtest. */
export function makeBlock(parent: string, time: number, transactions: readonly Uint8Array[]): Uint8Array {
  const root = rootOf(transactions.map((raw) => sha256x2(bare(raw))));
  const before = [...word(4), ...hex.decode(parent).reverse(), ...root, ...word(time), ...word(BITS)];
  for (let nonce = 0; ; nonce += 1) {
    const head = Uint8Array.from([...before, ...word(nonce)]);
    if (BigInt(`0x${shown(sha256x2(head))}`) > TARGET) continue;
    const body = transactions.flatMap((raw) => [...raw]);
    return Uint8Array.from([...head, transactions.length, ...body]);
  }
}

let salts = 0;
/** Pays addresses of regtest from inputs that mean nothing. */
export function payment(
  outputs: readonly { readonly to: string; readonly units: bigint }[],
  coinbase = false,
): Uint8Array {
  salts += 1;
  return RawTx.encode({
    ...{ version: 2, segwitFlag: false, lockTime: 0, witnesses: undefined },
    inputs: [
      {
        txid: coinbase ? new Uint8Array(32) : sha256x2(word(salts)),
        index: coinbase ? 0xff_ff_ff_ff : 0,
        finalScriptSig: Uint8Array.from([4, ...word(salts)]),
        sequence: 0xff_ff_ff_ff,
      },
    ],
    outputs: outputs.map(({ to, units }) => ({ amount: units, script: scriptOf(to, NETWORK_TERMS.regtest) })),
  });
}

interface Made {
  readonly hash: string;
  readonly raw: Uint8Array;
}

export class FakeBitcoind {
  blocks: Made[] = [{ hash: shown(sha256x2(REGTEST_GENESIS.subarray(0, 80))), raw: REGTEST_GENESIS }];
  waiting: Uint8Array[] = [];
  feerate: number | undefined = 0.00002;
  /** Asked before an answer is given; may change it or break it. */
  fault: (method: string, result: unknown) => unknown = (_, result) => result;
  refuses: string | undefined;
  asked: string[] = [];
  #server: Server | undefined;
  #time = 1_700_000_000;

  /** A block with these and all that waits. */
  mine(...transactions: readonly Uint8Array[]): string {
    this.#time += 600;
    const coinbase = payment([{ to: MINER, units: 50n }], true);
    const raw = makeBlock(this.blocks.at(-1)!.hash, this.#time, [coinbase, ...this.waiting.splice(0), ...transactions]);
    this.blocks.push({ hash: shown(sha256x2(raw.subarray(0, 80))), raw });
    return this.blocks.at(-1)!.hash;
  }

  mineMany(count: number): void {
    for (let at = 0; at < count; at += 1) this.mine();
  }

  drop(depth: number): void {
    this.blocks = this.blocks.slice(0, -depth);
  }

  #answer(method: string, [first, second]: readonly unknown[]): unknown {
    switch (method) {
      case 'getblockcount':
        return this.blocks.length - 1;
      case 'getblockhash':
        return this.blocks[first as number]?.hash ?? refusal(-8, 'Block height out of range');
      case 'getblockheader':
      case 'getblock': {
        const found = this.blocks.find(({ hash }) => hash === first);
        if (found === undefined) return refusal(-5, 'Block not found');
        return hex.encode(method === 'getblock' ? found.raw : found.raw.subarray(0, 80));
      }
      case 'getrawmempool':
        return this.waiting.map(txidOf);
      case 'getrawtransaction': {
        const found = second === false ? this.waiting.find((raw) => txidOf(raw) === first) : undefined;
        return found === undefined ? refusal(-5, 'No such mempool transaction.') : hex.encode(found);
      }
      case 'estimatesmartfee':
        return this.feerate === undefined
          ? { errors: ['Insufficient data'], blocks: 0 }
          : { feerate: this.feerate, blocks: 6 };
      case 'sendrawtransaction': {
        if (this.refuses !== undefined) return refusal(-26, this.refuses);
        const raw = hex.decode(first as string);
        if (this.waiting.some((one) => txidOf(one) === txidOf(raw)))
          return refusal(-27, 'Transaction already in block chain');
        this.waiting.push(raw);
        return txidOf(raw);
      }
      default:
        return refusal(-32_601, 'Method not found');
    }
  }

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] };
        this.asked.push(method);
        const result = this.fault(method, this.#answer(method, params));
        if (result === HANG) return;
        const refused = result instanceof RpcRefusal;
        response.writeHead(refused ? 500 : 200, { 'content-type': 'application/json' });
        const error = refused ? { code: result.code, message: result.message } : null;
        response.end(JSON.stringify({ id, result: refused ? null : result, error }));
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://user:secret@127.0.0.1:${address.port}/`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}

export const HANG = Symbol('no answer');
class RpcRefusal {
  readonly code: number;
  readonly message: string;

  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}
const refusal = (code: number, message: string) => new RpcRefusal(code, message);
/** Nobody's. */
export const MINER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
