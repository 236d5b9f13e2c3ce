// The permanent log of signatures: one line each, on disk before a signature leaves. It is stored with the signer, so
// that an older or manipulated database cannot get anything signed twice.

import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type OwnFile, unreadable } from '../../shared/own-file/index.ts';

const FILE = 'signed.log';
const LOG_FILE: OwnFile = {
  expected: 'the log of what was signed',
  remedy: "Put back the signer's own backup of it. Nothing is signed without it.",
};
/** Most orders kept in memory; before that a new log is started, with a new seed. */
const MAX_ORDERS = 5_000_000;
const DAY = 86_400_000;
/** Payments and fees of a coin that are counted at least: more than a day can have. */
const MOST_RECENT = 100_000;
const FIRST = '0'.repeat(64);

/** One signature. `at` ms UTC by the signer's clock; `digest` of the unsigned bytes. */
export interface Signing {
  readonly id: string;
  readonly chain: string;
  readonly coin: string;
  readonly to: string;
  /** Units as text. */
  readonly units: string;
  readonly claims: readonly string[];
  readonly digest: string;
  /** Its payment counts against the limits: the first signature of an order whose money leaves the exchange. */
  readonly counts: boolean;
  readonly at: number;
  /** Maximum fee, least units as text, and its coin: always counts. Absent in older lines. */
  readonly cost?: string;
  readonly costCoin?: string;
  /** Absent: signed. `reserve`: claims and amounts are reserved; `release`: no longer. */
  readonly step?: 'reserve' | 'release';
}

interface Line extends Signing {
  /** Hashes of the previous line and of this one. */
  readonly before: string;
  readonly hash: string;
}

/** Data of a signed order. */
export interface SignedOrder {
  readonly first: Signing;
  /** Digests of all bytes signed for it, in order. */
  readonly digests: readonly string[];
}

export class SignedLog {
  private file: FileHandle;
  private readonly path: string;
  private last: string;
  /** Length of what was read and written, bytes. */
  private size = 0;
  /** Possible remains of a failed write after the log's end; its signature never left. */
  private failed: string | undefined;
  /** Reservations of unsigned orders by id, and their claims. */
  private readonly reserved = new Map<string, Signing>();
  private readonly reservedClaims = new Map<string, string>();
  private readonly orders = new Map<string, { readonly first: Signing; readonly digests: string[] }>();
  /** The first signature of each order, in the order of the log. */
  private readonly firsts: Signing[] = [];
  /** The order of each claim. */
  private readonly claims = new Map<string, string>();
  /** What counts of the last day at least, by `chain:coin`, in the order of the log. */
  private readonly recent = new Map<string, { readonly at: number; readonly units: bigint }[]>();

  private constructor(path: string, file: FileHandle, last: string) {
    this.path = path;
    this.file = file;
    this.last = last;
  }

  /**
   * Reads the log of a folder. An incomplete last line is dropped: its signature never left.
   * @throws if any other line is not what was written.
   */
  static async open(folder: string): Promise<SignedLog> {
    const path = join(folder, FILE);
    const file = await opened(path);
    const log = new SignedLog(path, file, FIRST);
    try {
      await log.read(path);
    } catch (error) {
      await file.close();
      throw error;
    }
    return log;
  }

  private async read(path: string): Promise<void> {
    const { size } = await stat(path);
    let whole = 0;
    let number = 0;
    const lines = createInterface({ input: createReadStream(path, { encoding: 'utf8' }), crlfDelay: Infinity });
    for await (const text of lines) {
      const end = whole + Buffer.byteLength(text) + 1;
      // Without a line end it was cut off during the write.
      if (end > size) break;
      number += 1;
      this.take(text, number, path);
      whole = end;
    }
    if (whole < size) {
      await truncate(path, whole);
      await this.file.sync();
    }
    this.size = whole;
  }

  find(id: string): SignedOrder | undefined {
    return this.orders.get(id);
  }

  /** The first signatures of at most `most` orders, oldest first, behind the first `from`. */
  ordersFrom(from: number, most: number): readonly Signing[] {
    return this.firsts.slice(from, from + most);
  }

  /** The order with a claim on a chain. */
  owner(chain: string, claim: string): string | undefined {
    return this.claims.get(`${chain} ${claim}`);
  }

  /** The reservation of an unsigned order, valid for a day. */
  reservation(id: string, now: number): Signing | undefined {
    const found = this.reserved.get(id);
    return found !== undefined && found.at > now - DAY ? found : undefined;
  }

  /** Units of a coin that left since a time within the last day, plus reservations of orders other than `id`. */
  since(chain: string, coin: string, from: number, { id, now }: { readonly id: string; readonly now: number }): bigint {
    const recent = this.recent.get(`${chain}:${coin}`) ?? [];
    let sum = recent.reduce((all, { at, units }) => (at > from ? all + units : all), 0n);
    for (const one of this.reserved.values()) {
      if (one.id === id || one.chain !== chain || one.at <= now - DAY) continue;
      if (one.counts && one.coin === coin) sum += BigInt(one.units);
      if (one.costCoin === coin && one.cost !== undefined) sum += BigInt(one.cost);
    }
    return sum;
  }

  /** Resolves once it is on disk. @throws if that is not certain: the next append first removes the remains. */
  async append(signing: Signing): Promise<void> {
    if (this.orders.size >= MAX_ORDERS) throw new Error(`expected at most ${MAX_ORDERS} orders in the log`);
    if (this.failed !== undefined) await this.takeBack(this.failed);
    const line = lineOf(signing, this.last);
    const text = `${JSON.stringify(line)}\n`;
    const { size } = await this.file.stat();
    if (size !== this.size) throw this.foreign(size);
    this.failed = text;
    try {
      await this.file.appendFile(text);
      await this.file.sync();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${this.path}: expected to write ${signing.id}, got ${why}. Nothing is signed until it can be.`, {
        cause: error,
      });
    }
    this.failed = undefined;
    this.size += Buffer.byteLength(text);
    this.remember(line);
  }

  /**
   * Truncates the log to its state before a failed write. A file that was not synced may keep pages that it reports as
   * written, so it is reopened and what follows is written and synced again completely.
   */
  private async takeBack(text: string): Promise<void> {
    const file = await open(this.path, 'a', 0o600);
    try {
      const { size } = await file.stat();
      const left = size < this.size ? undefined : (await readFile(this.path)).subarray(this.size);
      if (left === undefined || !Buffer.from(text).subarray(0, left.length).equals(left)) throw this.foreign(size);
      await file.truncate(this.size);
      await file.sync();
    } catch (error) {
      await file.close();
      throw error;
    }
    const before = this.file;
    this.file = file;
    this.failed = undefined;
    // An error on closing concerns bytes that were just truncated.
    await before.close().catch(() => undefined);
  }

  private foreign(size: number): Error {
    return new Error(
      `${this.path}: expected the log to end at byte ${this.size}, it ends at ${size}: somebody else wrote it. Nothing more is signed`,
    );
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private take(text: string, number: number, path: string): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch (error) {
      throw new Error(`${path}: expected line ${number} as it was written. Put back the signer's own backup.`, {
        cause: error,
      });
    }
    const { before, hash: own, ...signing } = line;
    if (before !== this.last || own !== lineOf(signing, before).hash)
      throw new Error(`${path}: expected line ${number} as it was written. Put back the signer's own backup.`);
    this.remember(line);
  }

  private remember(line: Line): void {
    const { before: _, hash: own, ...signing } = line;
    this.last = own;
    this.drop(signing.id);
    if (signing.step === 'release') return;
    // A reservation has no signature: an order that takes the claim ends it.
    for (const claim of signing.claims) this.drop(this.reservedClaims.get(`${signing.chain} ${claim}`));
    if (signing.step === 'reserve') {
      this.reserved.set(signing.id, signing);
      for (const claim of signing.claims) this.reservedClaims.set(`${signing.chain} ${claim}`, signing.id);
      return;
    }
    const known = this.orders.get(signing.id);
    if (known === undefined) {
      this.orders.set(signing.id, { first: signing, digests: [signing.digest] });
      this.firsts.push(signing);
    } else known.digests.push(signing.digest);
    // A cancel has the claims of its order, which keeps them.
    for (const claim of signing.claims)
      if (!this.claims.has(`${signing.chain} ${claim}`)) this.claims.set(`${signing.chain} ${claim}`, signing.id);
    if (signing.counts) this.count(signing, signing.coin, signing.units);
    if (signing.cost !== undefined && signing.costCoin !== undefined)
      this.count(signing, signing.costCoin, signing.cost);
  }

  private drop(id: string | undefined): void {
    const found = id === undefined ? undefined : this.reserved.get(id);
    if (found === undefined) return;
    this.reserved.delete(found.id);
    for (const claim of found.claims) this.reservedClaims.delete(`${found.chain} ${claim}`);
  }

  private count({ chain, at }: Signing, coin: string, units: string): void {
    const place = `${chain}:${coin}`;
    let recent = this.recent.get(place) ?? [];
    recent.push({ at, units: BigInt(units) });
    // Few are dropped at once, and never for a time alone: a clock that was a day ahead would have emptied the limits.
    if (recent.length > 2 * MOST_RECENT) recent = recent.slice(MOST_RECENT);
    this.recent.set(place, recent);
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    // Opened for reading too: an append-only file that cannot be read is no log of signatures.
    return await open(path, 'a+', 0o600);
  } catch (error) {
    throw await unreadable(path, LOG_FILE, error);
  }
}

function lineOf(signing: Signing, before: string): Line {
  const { id, chain, coin, to, units, claims, digest, counts, at, cost, costCoin, step } = signing;
  const costs = cost === undefined || costCoin === undefined ? {} : { cost, costCoin };
  const plain = {
    id,
    chain,
    coin,
    to,
    units,
    claims,
    digest,
    counts,
    at,
    ...costs,
    ...(step === undefined ? {} : { step }),
  };
  return { ...plain, before, hash: hash('sha256', `${before}\n${JSON.stringify(plain)}`) };
}
