// What was signed, for ever: one line each, on the disk before a signature leaves. It lies with the signer, so that a
// database that is older than it, or lies, gets nothing signed twice.

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
/** Orders kept in memory; the log is begun anew, with a new seed, before it grows beyond. */
const MAX_ORDERS = 5_000_000;
const DAY = 86_400_000;
/** Payments and fees of a coin that are counted at least: more than a day has room for. */
const MOST_RECENT = 100_000;
const FIRST = '0'.repeat(64);

/** One signing. `at` ms UTC by the signer's clock; `digest` of the unsigned bytes. */
export interface Signing {
  readonly id: string;
  readonly chain: string;
  readonly coin: string;
  readonly to: string;
  /** Text. */
  readonly units: string;
  readonly claims: readonly string[];
  readonly digest: string;
  /** What it pays counts against the limits: the first signing of an order that leaves the house. */
  readonly counts: boolean;
  readonly at: number;
  /** What the chain may take, least units as text, and their coin: always counts. Absent in lines of before. */
  readonly cost?: string;
  readonly costCoin?: string;
  /** Absent: signed. `reserve`: claims and amounts are set aside, `release`: no longer. */
  readonly step?: 'reserve' | 'release';
}

interface Line extends Signing {
  /** Of the line before, and of this one. */
  readonly before: string;
  readonly hash: string;
}

/** What is known of an order that was signed. */
export interface SignedOrder {
  readonly first: Signing;
  /** Of every set of bytes signed for it, in order. */
  readonly digests: readonly string[];
}

export class SignedLog {
  private file: FileHandle;
  private readonly path: string;
  private last: string;
  /** Bytes of what was read and written. */
  private size = 0;
  /** What a write that failed may have left behind the log's end; its signature never left. */
  private failed: string | undefined;
  /** Set aside by orders without a signature, by id, and the claims of those. */
  private readonly reserved = new Map<string, Signing>();
  private readonly reservedClaims = new Map<string, string>();
  private readonly orders = new Map<string, { readonly first: Signing; readonly digests: string[] }>();
  /** Order that has a claim. */
  private readonly claims = new Map<string, string>();
  /** What counts of the last day at least, by `chain:coin`, in the order of the log. */
  private readonly recent = new Map<string, { readonly at: number; readonly units: bigint }[]>();

  private constructor(path: string, file: FileHandle, last: string) {
    this.path = path;
    this.file = file;
    this.last = last;
  }

  /**
   * Reads the log of a folder. A last line that was not written whole is dropped: its signature never left.
   * @throws when any other line is not what was written.
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
      // Without its line's end it was cut while written.
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

  /** The order that has a claim on a chain. */
  owner(chain: string, claim: string): string | undefined {
    return this.claims.get(`${chain} ${claim}`);
  }

  /** What an order without a signature has set aside, for a day from then. */
  reservation(id: string, now: number): Signing | undefined {
    const found = this.reserved.get(id);
    return found !== undefined && found.at > now - DAY ? found : undefined;
  }

  /** Units that left in a coin since a time within the last day, and that orders other than `id` have set aside. */
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

  /** Resolves when it is on the disk. @throws when that is not sure: the next one first takes back what is left of it. */
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
   * Cuts the log to what it was before a write that failed. A file that was not synced may keep pages that it says are
   * written, so it is opened anew and what follows is written and synced again as a whole.
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
    // What its closing says is of bytes that were just cut off.
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
    // No signature exists for what was only set aside: who takes the claim ends that.
    for (const claim of signing.claims) this.drop(this.reservedClaims.get(`${signing.chain} ${claim}`));
    if (signing.step === 'reserve') {
      this.reserved.set(signing.id, signing);
      for (const claim of signing.claims) this.reservedClaims.set(`${signing.chain} ${claim}`, signing.id);
      return;
    }
    const known = this.orders.get(signing.id);
    if (known === undefined) this.orders.set(signing.id, { first: signing, digests: [signing.digest] });
    else known.digests.push(signing.digest);
    // A cancel has the claims of its order, whose they stay.
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
    // Read too: what may only be added to is no log that tells what was signed.
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
