// A chain for tests without a node: addresses are a prefix, 40 hex digits of the key's hash, and four of their own hash.

import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { Chain, ChainCoin, ChainName, Codec } from '../../../src/custody/rail/index.ts';

const RAIL = { practice: 1, ethereum: 2, bitcoin: 3 } as const;
const PREFIX = { practice: 'pr', ethereum: 'et', bitcoin: 'bt' } as const;
const COINS: Readonly<Record<ChainName, readonly ChainCoin[]>> = {
  practice: ['USDT', 'BTC', 'ETH', 'USDC'].map((coin) => ({ coin, decimals: 8 })),
  ethereum: [
    { coin: 'ETH', decimals: 18 },
    { coin: 'USDT', decimals: 6, contract: `0x${'a'.repeat(40)}` },
  ],
  bitcoin: [{ coin: 'BTC', decimals: 8 }],
};

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

/** An address of a body of 40 hex digits. */
export const addressOf = (chain: ChainName, body: string) => `${PREFIX[chain]}${body}${hash(body).slice(0, 4)}`;

/** Some address of nobody's. */
export const foreign = (chain: ChainName, of: string) => addressOf(chain, hash(of).slice(0, 40));

const none = () => {
  throw new Error('no node here');
};

export function fakeChain(name: ChainName): Chain {
  const prefix = PREFIX[name];
  const spell = (address: string) => address.toLowerCase();
  const codec: Codec = {
    chain: name,
    accountPath: `m/84'/${RAIL[name]}'/0'`,
    spell,
    check(address) {
      const match = /^([a-z]{2})([0-9a-f]{40})([0-9a-f]{4})$/.exec(spell(address));
      if (match === null) return 'format';
      if (match[1] !== prefix) return match[1] === `x${prefix[0]}` ? 'network' : 'format';
      return hash(match[2] ?? '').slice(0, 4) === match[3] ? 'ok' : 'checksum';
    },
    address: (key) => addressOf(name, hash(key).slice(0, 40)),
    uri: (coin, address) => `${name}:${address}?coin=${coin}`,
    unsigned: none,
    read: none,
    sign: none,
    txid: none,
  };
  return {
    ...{ name, rail: RAIL[name], coins: COINS[name], feeCoin: name === 'bitcoin' ? 'BTC' : 'ETH', codec },
    ...{ blockTime: 5_000, stuckAfter: 60_000, code: name === 'ethereum' ? '31337' : null },
    node: { head: none, block: none, arrivals: none, pending: none, status: none, broadcast: none, balance: none },
    planner: { plan: none, bump: none },
    stop: async () => undefined,
  };
}

/** A signer that only tells account keys, all from one seed. */
export function fakeSigner(seed: string): { account(chain: ChainName): Promise<string>; key(chain: ChainName): HDKey } {
  const master = HDKey.fromMasterSeed(createHash('sha256').update(seed).digest());
  const key = (chain: ChainName) => master.derive(`m/84'/${RAIL[chain]}'/0'`);
  return { key, account: async (chain) => key(chain).publicExtendedKey };
}
