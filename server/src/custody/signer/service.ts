// The signer itself, wherever it runs: reads the bytes, applies the policy, writes its log, signs. One order at a time.

import { hash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../shared/file-lock/index.ts';
import { type Head, type Marker, type SignedHead, type SignOrder, SignerFault, type Signer } from '../types/index.ts';
import type { ChainName, Codec, Source } from '../rail/index.ts';
import { openHeads } from './heads.ts';
import { lockKeys } from './key-lock.ts';
import {
  cancelledBy,
  type HotAddresses,
  type Judged,
  judge,
  kindOf,
  limited,
  refused,
  type SignerLimits,
} from './policy.ts';
import { type Account, asKeeper, openSeeds, versionsOf } from './seeds.ts';
import { SignedLog, type Signing } from './signed-log.ts';
import { readSettings, SETTINGS, settingsOf } from './settings.ts';
import { writeWhole } from '../../shared/own-file/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Maximum orders of the log in one answer. */
const MOST_LOGGED = 500;
/** Most waiting orders. */
const MAX_WAITING = 256;

export interface ServiceOptions {
  readonly folder: string;
  /** 32 bytes; opens the seeds, and is not stored with them. */
  readonly key: Uint8Array;
  readonly codecs: readonly Codec[];
  /** Used at the first start; afterwards the folder's own settings count. */
  readonly limits: SignerLimits;
  /** ms UTC. */
  readonly now?: () => number;
  /** How long to wait for another signer of the folder to end, ms. */
  readonly patience?: number;
}

interface Examined {
  readonly codec: Codec;
  readonly account: Account;
  /** The paying address. */
  readonly from: string;
  readonly signing: Signing;
  /** Already in the log: the same bytes were signed before. */
  readonly written: boolean;
  /** The order has a signature, for these or other bytes. */
  readonly signed: boolean;
}

/** Lock held by the one signer that uses a folder. */
const LOCK = 'lock';

/**
 * Opens the signer of a folder in this process.
 * @throws if its seeds, log or settings were changed, or another signer uses it.
 */
export async function openService(options: ServiceOptions): Promise<Signer & Marker> {
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const held = `another signer works on ${folder}. Stop it first: two would each sign what the other does not know of`;
  const lock = await takeLock(join(folder, LOCK), () => new SignerFault(held), options.patience);
  try {
    const signer = await openLocked(options);
    const chains = options.codecs.map(({ chain }) => chain);
    const keys = await lockKeys(signer, chains, options.patience).catch(async (error: unknown) => {
      await signer.stop();
      throw error;
    });
    return {
      ...signer,
      async stop() {
        try {
          await signer.stop();
        } finally {
          keys.release();
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked({ folder, key, codecs, limits, now = Date.now }: ServiceOptions): Promise<Signer & Marker> {
  const seeds = await openSeeds(folder, key, codecs);
  const heads = await openHeads(folder, key, now);
  const own = await settingsOf(folder, limits);
  for (const [chain, version] of Object.entries(own.versions ?? {}))
    if (!seeds.versions.includes(version))
      throw new Error(
        `${SETTINGS}: expected seed ${version} for ${chain}, got ${seeds.versions.join(', ')}: restore that seed`,
      );
  const log = await SignedLog.open(folder);
  const byChain = new Map(codecs.map((codec) => [codec.chain, codec]));
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function codecOf(chain: ChainName): Codec {
    const codec = byChain.get(chain);
    if (codec === undefined) throw new SignerFault(`expected one of ${[...byChain.keys()].join(', ')}, got ${chain}`);
    return codec;
  }

  /** Newest first. */
  function accountsOf(codec: Codec): Account[] {
    return seeds.versions.toReversed().map((version) => seeds.account(version, codec));
  }

  /** The account of the chain's new addresses: the newest, unless the settings choose an older one. */
  function current(codec: Codec): Account {
    const version = own.versions?.[codec.chain];
    return seeds.account(version ?? seeds.versions[0] ?? 1, codec);
  }

  function hotsOf(codec: Codec, payer: Account, recipient: Source | undefined): HotAddresses {
    const hot = (account: Account) => account.address({ kind: 'hot' });
    const accounts = accountsOf(codec);
    // Nothing moves to an older key than the payer's: it may have been replaced because it leaked.
    const targets = accounts.filter(({ version }) => version >= payer.version).map(hot);
    const recipients = recipient === undefined ? [] : accounts.map((account) => account.address(recipient));
    return {
      ...{ all: new Set(accounts.map(hot)), targets: new Set([hot(current(codec)), ...targets]) },
      recipients: new Set(recipients),
    };
  }

  /** Checks an order against the limits per hour and day: its payment if that counts, and its cost. */
  function bound(order: SignOrder, { spend, limits: of, feeCoin, feeLimits }: Judged, counts: boolean, at: number) {
    const { payment, chain } = order;
    const leaving = new Map([[payment.coin, { units: counts ? payment.units : 0n, limits: of }]]);
    const before = leaving.get(feeCoin)?.units ?? 0n;
    leaving.set(feeCoin, { units: before + spend.cost, limits: feeLimits });
    for (const [coin, { units, limits: most }] of leaving)
      for (const [name, window, limit] of [
        ['an hour', HOUR, most.hour],
        ['a day', DAY, most.day],
      ] as const) {
        const sum = log.since(chain, coin, at - window, { id: order.id, now: at }) + units;
        if (units > 0n && sum > BigInt(limit))
          throw refused(order, `with it ${sum} ${coin} would leave within ${name}, more than ${limit}`);
      }
  }

  /** The log entry of an order, and the account whose key signs it. @throws {SignerRefusal} */
  function examine(order: SignOrder): Examined {
    const codec = codecOf(order.chain);
    const accounts = accountsOf(codec);
    // Keys of every version sign for their own addresses; the address identifies the version.
    let from: string | undefined;
    try {
      ({ from } = codec.read(order.unsigned, new Set(accounts.map((one) => one.address(order.source)))));
    } catch (error) {
      throw refused(order, `its bytes cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    const account = accounts.find((one) => one.address(order.source) === from);
    if (account === undefined) throw refused(order, 'it is paid from another source');
    const judged = judge(order, codec, from, hotsOf(codec, account, order.recipient), own);
    const { spend, kind, feeCoin } = judged;
    const { payment, chain, id } = order;
    const known = log.find(id);
    const digest = hash('sha256', order.unsigned);
    const at = now();
    if (known === undefined) {
      // Only a signed order can be cancelled: an unsigned one does not block its claims on the chain.
      const cancelled = cancelledBy(id);
      for (const claim of spend.claims) {
        const owner = log.owner(chain, claim);
        if (owner !== cancelled)
          throw refused(
            order,
            `it claims ${claim}, which ${owner ?? 'no order'} has`,
            owner === undefined ? undefined : { claim, by: owner },
          );
      }
    } else {
      const { first, digests } = known;
      const same =
        first.chain === chain &&
        first.coin === payment.coin &&
        first.to === payment.to &&
        first.units === payment.units.toString() &&
        [...first.claims].sort().join('\n') === [...spend.claims].sort().join('\n');
      if (!same) throw refused(order, 'it was signed with another payment or other claims');
      if (!digests.includes(digest) && digests.length > own.bumps)
        throw refused(order, `its fee was raised ${own.bumps} times`);
    }
    const counts = known === undefined && limited(kind);
    const written = known?.digests.includes(digest) === true;
    if (!written) bound(order, judged, counts, at);
    const signing: Signing = {
      ...{ id, chain, coin: payment.coin, to: payment.to, units: payment.units.toString(), claims: spend.claims },
      ...{ digest, counts, at, cost: spend.cost.toString(), costCoin: feeCoin },
    };
    return { codec, account, from, signing, written, signed: known !== undefined };
  }

  async function signNow(order: SignOrder): Promise<Uint8Array> {
    const { codec, account, from, signing, written } = examine(order);
    if (!written) await log.append(signing);
    return account.withKey(order.source, (secret) =>
      codec.sign(order.unsigned, (address) => {
        if (address !== from) throw refused(order, 'it wants the key of another address');
        return secret;
      }),
    );
  }

  async function reserveNow(order: SignOrder): Promise<void> {
    const { signing, signed } = examine(order);
    // A fee bump of a signed order needs no reservation: without it the first bytes remain valid.
    if (signed || log.reservation(order.id, signing.at)?.digest === signing.digest) return;
    await log.append({ ...signing, step: 'reserve' });
  }

  async function releaseNow(id: string): Promise<boolean> {
    kindOf(id);
    if (log.find(id) !== undefined) return false;
    const at = now();
    const found = log.reservation(id, at);
    if (found !== undefined) await log.append({ ...found, at, step: 'release' });
    return true;
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= MAX_WAITING) throw new SignerFault(`${MAX_WAITING} orders wait; nothing was signed`);
    waiting += 1;
    const mine = last.then(work);
    // The next order waits for this one, however it ends; its own caller gets the error.
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      waiting -= 1;
    }
  }

  return {
    account: async (chain) => current(codecOf(chain)).extended,
    async accounts(chain) {
      const active = current(codecOf(chain));
      const others = accountsOf(codecOf(chain)).filter(({ version }) => version !== active.version);
      return [...others.toReversed(), active].map(({ version, extended }) => ({ version, xpub: extended }));
    },
    mark: (head) => inTurn(() => heads.mark(head)),
    marked: () => heads.marked(),
    markKey: () => heads.markKey(),
    lacking: async (ids) => ids.filter((id) => log.find(id) === undefined).length,
    logged: async (from) =>
      log
        .ordersFrom(from, MOST_LOGGED)
        .map(({ id, chain, coin, to, units, at }) => ({ id, chain, coin, to, units, at })),
    sign: (order) => inTurn(() => signNow(order)),
    reserve: (order) => inTurn(() => reserveNow(order)),
    release: (id) => inTurn(() => releaseNow(id)),
    async stop() {
      await last;
      await log.close();
    },
  };
}

/**
 * Makes a journal row the last one, whatever was signed before. Only for a person at the console.
 * @throws if a signer uses the folder.
 */
export async function acceptHead(folder: string, key: Uint8Array, head: Head, now = Date.now): Promise<SignedHead> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await takeLock(
    join(folder, LOCK),
    () => new SignerFault(`a signer works on ${folder}. Stop the exchange first`),
  );
  try {
    return await (await openHeads(folder, key, now)).accept(head);
  } finally {
    lock.release();
  }
}

/**
 * Chooses the seed of a chain's addresses from the signer's next start on.
 * @throws for a seed the folder does not have, or a folder that was never opened.
 */
export async function choose(folder: string, chain: ChainName, version: number): Promise<void> {
  await asKeeper(folder, () => chooseNow(folder, chain, version));
}

async function chooseNow(folder: string, chain: ChainName, version: number): Promise<void> {
  const there = await versionsOf(folder);
  if (!there.includes(version))
    throw new Error(`expected --version, one of the seeds in ${folder} (${there.join(', ')}), got ${version}`);
  const path = join(folder, SETTINGS);
  const own = readSettings(path, await readFile(path, 'utf8'));
  const text = JSON.stringify({ ...own, versions: { ...own.versions, [chain]: version } }, null, 2);
  await writeWhole(path, `${text}\n`);
}
