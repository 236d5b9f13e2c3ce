// An Ethereum node for the journeys, with test tokens and a cold wallet: on a free loopback port, ended by its process
// id.
// Only journeys mine blocks, so that they know the number of confirmations.

import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** ms; only a machine that cannot run it waits this long. */
const READY_WITHIN = 600_000;
const STOP_WITHIN = 20_000;
const LOG_KEPT = 2_000;
/** Smallest units of one dollar; wei of one ether. */
export const DOLLAR = 10n ** 6n;
export const ETHER = 10n ** 18n;
/** The cold wallet's dollars, smallest units. */
const COLD_DOLLARS = 100_000n * DOLLAR;
/** Gas of a payment of ether. */
const PLAIN_GAS = 21_000n;
/** Gas limit of a token payment, with a margin. */
const TOKEN_GAS = 200_000n;
/** Accounts of the node: the first owns all tokens and is an external party. */
const OUTSIDE = 0;
const COLD = 1;
/** `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb';
const WORD = 64;

type Hex = `0x${string}`;

/** What one transaction paid to an address. */
export interface TokenPayment {
  /** Without 0x. */
  readonly txid: string;
  /** Smallest units. */
  readonly units: bigint;
}

export interface Ethereum {
  /** Settings of the exchange, so that it follows this node. */
  readonly settings: Readonly<Record<string, string>>;
  mine(blocks?: number): Promise<void>;
  /**
   * Pays dollars (smallest units) from an external party or the cold wallet, without mining a block. Returns the
   * transaction id, without 0x.
   */
  payDollars(from: 'outside' | 'cold', to: string, units: bigint): Promise<string>;
  /** Pays wei from the cold wallet, without mining a block. */
  payEther(to: string, wei: bigint): Promise<void>;
  /** An external address. Each number has a different one, which the exchange never paid before. */
  outsider(number: number): string;
  /** Every payment of dollars to an address that is in a block. */
  dollarsTo(address: string): Promise<readonly TokenPayment[]>;
  /** The number of transactions that an address has sent, including pending ones. */
  sentBy(address: string): Promise<number>;
  stop(): Promise<void>;
}

const isHex = (text: string): text is Hex => /^0x[0-9a-f]+$/i.test(text);
function hex(text: string): Hex {
  if (!isHex(text)) throw new Error(`expected 0x and hex digits, got ${text}`);
  return text;
}

/** A word of calldata. */
const word = (value: bigint): string => value.toString(16).padStart(WORD, '0');

/** Runs `server/bin/evm-local.ts` without automatic blocks, and gives the cold wallet its dollars. */
export async function startEthereum(): Promise<Ethereum> {
  const child = spawn(process.execPath, ['server/bin/evm-local.ts', '0'], {
    cwd: root,
    // It ends with this process in any case, because its standard input closes.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, VITRINE_END_WITH_STDIN: '1' },
  });
  // It ends its node before itself.
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  const stop = async (): Promise<void> => {
    process.off('exit', end);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    end();
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
    await gone;
    clearTimeout(late);
  };
  try {
    return await withColdWallet(await settingsOf(child), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The settings that it prints for the exchange. */
function settingsOf(child: ChildProcess): Promise<Record<string, string>> {
  return new Promise((done, fail) => {
    let said = '';
    const refuse = (why: string): void => fail(new Error(`The node of Ethereum ${why}. It said: ${said}`));
    const late = setTimeout(() => refuse(`was not ready within ${READY_WITHIN} ms`), READY_WITHIN);
    child.once('error', ({ message }) => refuse(message));
    child.once('exit', (code, signal) => refuse(`ended with ${code ?? signal}`));
    const hear = (text: Buffer): void => {
      said = (said + text.toString()).slice(-LOG_KEPT);
      // Its last line names the paying account.
      if (!said.includes('# eth_sendTransaction')) return;
      clearTimeout(late);
      done(Object.fromEntries([...said.matchAll(/^(VITRINE_\w+)=(.+)$/gm)].map(([, name, value]) => [name, value])));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
  });
}

async function withColdWallet(settings: Record<string, string>, stop: () => Promise<void>): Promise<Ethereum> {
  const { VITRINE_EVM_URL: url = '', VITRINE_EVM_TOKENS: tokens = '' } = settings;
  const usdt = hex(/USDT=(0x\w+)/.exec(tokens)?.[1] ?? '');
  async function call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: T; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }
  const mine = (blocks = 1): Promise<void> => call('anvil_mine', [`0x${blocks.toString(16)}`]);
  const accounts = await call<readonly string[]>('eth_accounts');
  const account = (at: number): Hex => hex(accounts[at] ?? '');
  const cold = account(COLD);
  const send = (from: Hex, to: Hex, gas: bigint, more: { value?: Hex; data?: Hex }): Promise<Hex> =>
    call('eth_sendTransaction', [{ from, to, gas: `0x${gas.toString(16)}`, ...more }]);
  const transfer = (from: Hex, to: string, units: bigint): Promise<Hex> =>
    send(from, usdt, TOKEN_GAS, { data: hex(`${TRANSFER}${word(BigInt(to))}${word(units)}`) });
  await transfer(account(OUTSIDE), cold, COLD_DOLLARS);
  await mine();
  return {
    settings: { ...settings, VITRINE_COLD: `ethereum=${cold}` },
    mine,
    async payDollars(from, to, units) {
      return (await transfer(from === 'cold' ? cold : account(OUTSIDE), to, units)).slice('0x'.length);
    },
    async payEther(to, value) {
      await send(cold, hex(to), PLAIN_GAS, { value: `0x${value.toString(16)}` });
    },
    outsider: (number) => `0x${(0xc0ffee00n + BigInt(number)).toString(16).padStart(40, '0')}`,
    async dollarsTo(address) {
      const logs = await call<{ transactionHash: Hex; topics: Hex[]; data: Hex }[]>('eth_getLogs', [
        { fromBlock: '0x0', toBlock: 'latest', address: usdt },
      ]);
      const to = address.toLowerCase().slice('0x'.length);
      return logs
        .filter(({ topics }) => topics.length === 3 && topics[2]?.endsWith(to) === true)
        .map(({ transactionHash, data }) => ({ txid: transactionHash.slice('0x'.length), units: BigInt(data) }));
    },
    sentBy: async (address) => Number.parseInt(await call<string>('eth_getTransactionCount', [address, 'pending']), 16),
    stop,
  };
}
