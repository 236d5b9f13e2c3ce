// A node of Ethereum on this machine (anvil, from npm): on loopback at a free port, ended by its own process id. No test
// passes silently without it: where its program is missing or does not run, starting it throws and says what to do.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { encodeFunctionData, getAddress, type Hex } from 'viem';
import { type BuiltContracts, builtFile } from './build-contracts.ts';

/** ms; only a machine that cannot run it waits so long. */
const START_PATIENCE = 600_000;
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/;
export const LOCAL_CHAIN_ID = 31_337;

export interface LocalNode {
  readonly url: string;
  readonly pid: number;
  /** One call, its result as it came. @throws with the node's words */
  call<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  /** Mines blocks; `count` 1 by default. */
  mine(count?: number): Promise<void>;
  /** Accounts that the node signs for, with 10,000 ether each. */
  accounts(): Promise<readonly Hex[]>;
  /** Sends from such an account, without mining; gives its id with 0x. */
  send(transaction: { from: Hex; to?: Hex; value?: bigint; data?: Hex; gas?: bigint; nonce?: bigint }): Promise<Hex>;
  stop(): Promise<void>;
}

export interface LocalNodeOptions {
  /** Seconds between blocks; without, blocks come by `mine` alone. */
  readonly blockTime?: number;
  readonly port?: number;
}

/** The program of this machine's kind. */
function program(): string {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${processor}`;
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(file), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch (error) {
    throw new Error(
      `the local Ethereum node is not installed: expected the package ${name}; run npm ci with optional packages, on Linux, macOS or Windows`,
      { cause: error },
    );
  }
}

export async function startLocalNode({ blockTime, port = 0 }: LocalNodeOptions = {}): Promise<LocalNode> {
  const mining = blockTime === undefined ? ['--no-mining'] : ['--block-time', String(blockTime)];
  const file = program();
  const child = spawn(file, ['--host', '127.0.0.1', '--port', String(port), '--order', 'fifo', ...mining], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const listening = await listens(child, file).catch((error: unknown) => {
    end();
    throw error;
  });
  const url = `http://127.0.0.1:${listening}`;
  let id = 0;

  async function call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    id += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    const answer = (await response.json()) as { result?: T; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as T;
  }
  const hex = (value: bigint): Hex => `0x${value.toString(16)}`;

  return {
    url,
    pid: child.pid ?? -1,
    call,
    mine: (count = 1) => call('anvil_mine', [hex(BigInt(count))]),
    accounts: () => call('eth_accounts'),
    send: ({ from, to, value, data, gas, nonce }) =>
      call('eth_sendTransaction', [
        {
          ...{ from, gas: hex(gas ?? 1_000_000n) },
          ...(to === undefined ? {} : { to }),
          ...(value === undefined ? {} : { value: hex(value) }),
          ...(data === undefined ? {} : { data }),
          ...(nonce === undefined ? {} : { nonce: hex(nonce) }),
        },
      ]),
    stop: async () => {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Resolves with its port. */
function listens(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) =>
      reject(new Error(`the local Ethereum node (${file}) does not run here: ${why}. It said: ${said.slice(-500)}`));
    const patience = setTimeout(() => fail(`it was not listening after ${START_PATIENCE} ms`), START_PATIENCE);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`it ended with ${code ?? signal}`));
    const hear = (chunk: Buffer) => {
      const found = LISTENING.exec((said += chunk.toString()));
      // Read on for as long as it runs, or its pipe fills; but keep no more.
      if (found === null) return;
      said = '';
      clearTimeout(patience);
      resolve(Number.parseInt(found[1] ?? '', 10));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
  });
}

const built = JSON.parse(readFileSync(builtFile, 'utf8')) as BuiltContracts;

/** Calldata of a contract of these tests. */
export function callOf(contract: string, name: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: built.contracts[contract]!.abi, functionName: name, args });
}

/** Puts a contract on the chain; mines one block. */
export async function deploy(node: LocalNode, contract: string): Promise<Hex> {
  const [from] = await node.accounts();
  const txid = await node.send({ from: from!, data: built.contracts[contract]!.bytecode, gas: 5_000_000n });
  await node.mine();
  const { contractAddress } = await node.call<{ contractAddress: Hex }>('eth_getTransactionReceipt', [txid]);
  return contractAddress;
}

export interface LocalTokens {
  readonly usdt: Hex;
  readonly usdc: Hex;
  /** As `VITRINE_EVM_TOKENS` wants them. */
  readonly text: string;
}

/** Both test tokens. */
export async function deployTokens(node: LocalNode): Promise<LocalTokens> {
  const usdt = await deploy(node, 'OldDollar');
  const usdc = await deploy(node, 'NewDollar');
  return { usdt, usdc, text: `USDT=${getAddress(usdt)},USDC=${getAddress(usdc)}` };
}

/** Gives test tokens, least units; the block is mined by the caller. */
export async function mint(node: LocalNode, token: Hex, to: Hex, units: bigint): Promise<Hex> {
  const [from] = await node.accounts();
  return await node.send({ from: from!, to: token, data: callOf('OldDollar', 'mint', [to, units]) });
}
