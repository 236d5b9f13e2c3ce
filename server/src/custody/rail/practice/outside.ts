// The external wallet: everybody may pay practice coins from it to practice addresses, up to a limit per UTC day.

import { hash, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sql } from 'kysely';
import { type CommandKey, NO_KEY, refuse, refuseField } from '../../../api/call/index.ts';
import { power10 } from '../../../api/wire/index.ts';
import { parseUnits, printUnits } from '../../amount.ts';
import type { PracticeOutside } from '../../types/index.ts';
import type { CustodyDatabase, CustodyTransaction } from '../../tables.ts';
import { addressOfKey, checkAddress, spellAddress } from './address.ts';
import { carry, type Carried } from './block.ts';
import type { PracticeChain } from './chain.ts';
import { signTransaction } from './codec.ts';
import { type PracticeCoin, practiceCoin, practiceFee } from './coins.ts';
import { TAG_BYTES, writeTransaction } from './transaction.ts';

const DAY = 86_400_000;
/** Decimals of a day's sum: not all 18 of ether. */
const COUNTED = 8;

/** Limit per customer and UTC day, in the coin. */
const LIMITS: Readonly<Record<string, string>> = { BTC: '0.02', ETH: '0.5', USDT: '1000', USDC: '1000' };

/**
 * Initial balance of the hot wallet: practice money is claimed, not deposited, but can be withdrawn on this chain. The
 * treasury shows it as surplus.
 */
const ENDOWMENT: Readonly<Record<string, string>> = { BTC: '200', ETH: '4000', USDT: '20000000', USDC: '20000000' };
/** User id for these payments: no customer. */
const NOBODY = '0';

/**
 * The key of the external wallet is no secret: its coins are worth nothing, and only this process can reach the chain.
 * Custody's keys come from the signer's seed and are never derived from text in the source.
 */
const KEY = hash('sha256', 'the wallet outside of every practice exchange', 'buffer');
const PUBLIC_KEY = secp256k1.getPublicKey(KEY, true);
export const OUTSIDE_ADDRESS = addressOfKey(PUBLIC_KEY);

export interface OutsideWallet extends PracticeOutside {
  /** Gives the hot wallet, once, coins for withdrawals of claimed practice money. */
  endow(address: string): Promise<void>;
}

/** A customer's day. */
interface Line {
  readonly user_id: string;
  readonly coin: string;
  readonly day: number;
}

export function createOutside(chain: PracticeChain, db: CustodyDatabase, now: () => number): OutsideWallet {
  /**
   * Finds a payment by its tag, pending or in a block. One dropped by a reorganisation was not paid and may be paid
   * again.
   */
  function paid(tag: Uint8Array, since: number): Carried | undefined {
    const same = ({ transaction }: Carried) =>
      transaction.from === OUTSIDE_ADDRESS && Buffer.from(transaction.tag).equals(tag);
    for (const one of chain.pool.all()) if (same(one)) return one;
    for (let height = chain.head.height; ; height -= 1) {
      const block = chain.block(height);
      if (block === undefined || block.time < since) return undefined;
      const found = block.carried.find(same);
      if (found !== undefined) return found;
    }
  }

  async function sent({ user_id, coin, day }: Line): Promise<bigint> {
    const row = await db
      .selectFrom('practice_sent')
      .select('atoms')
      .where('user_id', '=', user_id)
      .where('coin', '=', coin)
      .where('day', '=', day)
      .executeTakeFirst();
    return BigInt(row?.atoms ?? 0);
  }

  return {
    async send(customer, coinName, text, amount, key) {
      const coin = practiceCoin(coinName);
      const most = coin === undefined ? undefined : parseUnits(LIMITS[coin.coin] ?? '', countedOf(coin));
      if (coin === undefined || most === undefined) throw refuse('request.notFound');
      const verdict = checkAddress(text);
      if (verdict === 'network') throw refuse('address.network', { network: 'practice' });
      if (verdict !== 'ok') throw refuse('address.invalid');
      const address = spellAddress(text);
      const units = parseUnits(amount, coin.decimals);
      if (units === undefined || units <= 0n) throw refuseField('amount', 'range');
      const rounded = countOf(units, coin);
      const counted = rounded > most ? most + 1n : rounded;
      const tag = tagOf(customer.userId, key);
      const day = Math.floor(now() / DAY);
      const line = { user_id: customer.userId, coin: coin.coin, day };

      return chain.exclusive(async () => {
        const before = key.keyTime === 0 ? undefined : paid(tag, key.keyTime - DAY);
        if (before !== undefined) {
          const [output] = before.transaction.outputs;
          if (before.transaction.coin !== coin || output?.address !== address || output.units !== units)
            throw refuse('key.otherBody');
          return { txid: before.txid, left: printUnits(most - (await sent(line)), countedOf(coin)) };
        }
        const tooMuch = (rest: bigint) =>
          refuse('withdrawal.limit', { left: printUnits(rest, countedOf(coin)), coin: coin.coin });
        // Before the chain looks at it: the wallet may not have as much.
        if (counted > most) throw tooMuch(most - (await sent(line)));
        const raw = signTransaction(
          writeTransaction({
            publicKey: PUBLIC_KEY,
            nonce: chain.nextNonce(OUTSIDE_ADDRESS),
            coin: coin.coin,
            fee: practiceFee(coin),
            tag,
            outputs: [{ address, units }],
          }),
          KEY,
        );
        let left = 0n;
        const answer = await chain.take(raw, async (within) => {
          left = most - (await count(within, line, counted));
          if (left < 0n) throw tooMuch(left + counted);
        });
        if (answer.state === 'refused') throw refuse('server.notTaking');
        return { txid: carry(raw).txid, left: printUnits(left, countedOf(coin)) };
      });
    },

    async endow(address) {
      for (const [name, amount] of Object.entries(ENDOWMENT)) {
        const coin = practiceCoin(name);
        const units = coin && parseUnits(amount, coin.decimals);
        if (coin === undefined || units === undefined) continue;
        const line = { user_id: NOBODY, coin: name, day: 0 };
        await chain.exclusive(async () => {
          if ((await sent(line)) > 0n) return;
          const nonce = chain.nextNonce(OUTSIDE_ADDRESS);
          const outputs = [{ address, units }];
          const bytes = writeTransaction({
            ...{
              publicKey: PUBLIC_KEY,
              nonce,
              coin: name,
              fee: practiceFee(coin),
              tag: tagOf(NOBODY, NO_KEY),
              outputs,
            },
          });
          const answer = await chain.take(signTransaction(bytes, KEY), async (within) => {
            await count(within, line, 1n);
          });
          if (answer.state === 'refused')
            throw new Error(`expected ${name} for the hot wallet to be accepted, got ${answer.why}`);
        });
      }
    },

    reorganise: (depth, drop) => chain.reorganise(depth, drop),
  };
}

function countedOf(coin: PracticeCoin): number {
  return Math.min(COUNTED, coin.decimals);
}

/** Rounded up, so that tiny amounts cannot exceed a limit. */
function countOf(units: bigint, coin: PracticeCoin): bigint {
  const divisor = power10(coin.decimals - countedOf(coin));
  return (units + divisor - 1n) / divisor;
}

/** The day's sum including this payment; if it is too much it is rolled back with its transaction. */
async function count(within: CustodyTransaction, line: Line, counted: bigint): Promise<bigint> {
  const atoms = String(counted);
  const row = await within
    .insertInto('practice_sent')
    .values({ ...line, atoms })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'coin', 'day']).doUpdateSet({ atoms: sql`practice_sent.atoms + ${atoms}::bigint` }),
    )
    .returning('atoms')
    .executeTakeFirstOrThrow();
  return BigInt(row.atoms);
}

/** Tag of a request with a key: the same request gives the same payment. */
function tagOf(userId: string, key: CommandKey): Buffer {
  if (key.keyTime === 0) return randomBytes(TAG_BYTES);
  const words = `${userId}\n${key.keyTime}:${key.keyHigh}:${key.keyLow}`;
  return hash('sha256', words, 'buffer').subarray(0, TAG_BYTES);
}
