// The wallet outside: from it everybody may pay practice coins to addresses of the practice chain, so much a UTC day.

import { hash, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sql } from 'kysely';
import { type CommandKey, NO_KEY, refuse, refuseField } from '../../../api/call/index.ts';
import { power10 } from '../../../api/wire/index.ts';
import { parseUnits, printUnits } from '../../amount.ts';
import type { PracticeOutside } from '../../face.ts';
import type { CustodyDatabase, CustodyTransaction } from '../../tables.ts';
import { addressOfKey, checkAddress, spellAddress } from './address.ts';
import { carry, type Carried } from './block.ts';
import type { PracticeChain } from './chain.ts';
import { signTransaction } from './codec.ts';
import { type PracticeCoin, practiceCoin, practiceFee } from './coins.ts';
import { TAG_BYTES, writeTransaction } from './transaction.ts';

const DAY = 86_400_000;
/** Decimals in which a day's sum is kept: of ether it is not the whole 18. */
const COUNTED = 8;

/** One customer's a UTC day, in the coin. */
const LIMITS: Readonly<Record<string, string>> = { BTC: '0.02', ETH: '0.5', USDT: '1000', USDC: '1000' };

/**
 * What the hot wallet begins with: practice money is claimed, not deposited, and may leave by this chain all the same.
 * The treasury shows it as surplus.
 */
const ENDOWMENT: Readonly<Record<string, string>> = { BTC: '200', ETH: '4000', USDT: '20000000', USDC: '20000000' };
/** Who has it in the table of what was sent: no customer. */
const NOBODY = '0';

/**
 * The key of the wallet outside is no secret: what it has is worth nothing, and only this process can reach the chain.
 * Custody's keys come from the signer's seed and are never made from words that stand in the source.
 */
const KEY = hash('sha256', 'the wallet outside of every practice exchange', 'buffer');
const PUBLIC_KEY = secp256k1.getPublicKey(KEY, true);
export const OUTSIDE_ADDRESS = addressOfKey(PUBLIC_KEY);

export interface OutsideWallet extends PracticeOutside {
  /** Gives the hot wallet, once, what practice money that was claimed leaves by. */
  endow(address: string): Promise<void>;
}

/** A day of a customer's. */
interface Line {
  readonly user_id: string;
  readonly coin: string;
  readonly day: number;
}

export function createOutside(chain: PracticeChain, db: CustodyDatabase, now: () => number): OutsideWallet {
  /** By its tag, wherever it is now. What a reorganisation dropped was not paid: it may be paid again. */
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
      if (coin === undefined || most === undefined) throw refuse(404);
      const verdict = checkAddress(text);
      if (verdict === 'network') throw refuse(3102, { network: 'practice' });
      if (verdict !== 'ok') throw refuse(3101);
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
            throw refuse(409);
          return { txid: before.txid, left: printUnits(most - (await sent(line)), countedOf(coin)) };
        }
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
          if (left < 0n) throw refuse(3104, { left: printUnits(left + counted, countedOf(coin)), coin: coin.coin });
        });
        if (answer.state === 'refused') throw refuse(503);
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
            throw new Error(`expected ${name} for the hot wallet to be taken, got ${answer.why}`);
        });
      }
    },

    reorganise: (depth, drop) => chain.reorganise(depth, drop),
  };
}

function countedOf(coin: PracticeCoin): number {
  return Math.min(COUNTED, coin.decimals);
}

/** Rounded up: a limit is never passed by crumbs. */
function countOf(units: bigint, coin: PracticeCoin): bigint {
  const divisor = power10(coin.decimals - countedOf(coin));
  return (units + divisor - 1n) / divisor;
}

/** The day's sum with this payment; when it is too much it is taken back with its transaction. */
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

/** Of a request with a key: the same again, the same payment. */
function tagOf(userId: string, key: CommandKey): Buffer {
  if (key.keyTime === 0) return randomBytes(TAG_BYTES);
  const words = `${userId}\n${key.keyTime}:${key.keyHigh}:${key.keyLow}`;
  return hash('sha256', words, 'buffer').subarray(0, TAG_BYTES);
}
