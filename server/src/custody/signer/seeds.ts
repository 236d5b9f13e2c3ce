// The seeds: generated here and stored sealed, one file per version. Only public keys leave, and the words for a paper
// backup if the keeper asks for them at the signer's own console.

import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../shared/file-lock/index.ts';
import { type OwnFile, readOwn, unexpected, writeWhole } from '../../shared/own-file/index.ts';
import { createVault } from '../../account/vault/index.ts';
import type { Codec, Source } from '../rail/index.ts';

/** 24 words. */
const STRENGTH = 256;
const FILE = /^seed-([1-9][0-9]{0,3})\.sealed$/;
/** Most addresses whose index below the account is remembered. */
const MAX_REMEMBERED = 10_000;

const BIP39_VECTOR = {
  words: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  seed: '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
} as const;
const BIP32_VECTOR = {
  seed: '000102030405060708090a0b0c0d0e0f',
  path: "m/0'",
  key: 'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
} as const;

/** @throws if the libraries derive other keys than the standards' vectors: then nothing may be signed. */
export async function checkVectors(): Promise<void> {
  const seed = Buffer.from(await mnemonicToSeedWebcrypto(BIP39_VECTOR.words)).toString('hex');
  if (seed !== BIP39_VECTOR.seed) throw new Error(`expected the seed of BIP 39's vector, got another`);
  const key = HDKey.fromMasterSeed(Buffer.from(BIP32_VECTOR.seed, 'hex')).derive(BIP32_VECTOR.path);
  if (key.publicExtendedKey !== BIP32_VECTOR.key)
    throw new Error(`expected BIP 32's ${BIP32_VECTOR.key}, got ${key.publicExtendedKey}`);
}

/** Seeds of a folder, opened with a key that is not stored with them. */
export interface Seeds {
  /** Existing versions, oldest first; never empty. */
  readonly versions: readonly number[];
  /** Account key of a chain from a version's seed. */
  account(version: number, codec: Codec): Account;
}

/** One account: everything below it is derived when needed and wiped afterwards. */
export class Account {
  readonly version: number;
  private readonly key: HDKey;
  private readonly codec: Codec;
  private readonly addresses = new Map<string, string>();

  constructor(version: number, key: HDKey, codec: Codec) {
    this.version = version;
    this.key = key;
    this.codec = codec;
  }

  /** Base58, public. */
  get extended(): string {
    return this.key.publicExtendedKey;
  }

  address(source: Source): string {
    const path = pathOf(source);
    const known = this.addresses.get(path);
    if (known !== undefined) return known;
    const child = this.child(source);
    const address = this.codec.address(keyOf(child.publicKey));
    child.wipePrivateData();
    if (this.addresses.size >= MAX_REMEMBERED) this.addresses.clear();
    this.addresses.set(path, address);
    return address;
  }

  /** Passes the private key of a source to one call, and wipes it afterwards. */
  withKey<T>(source: Source, use: (key: Uint8Array) => T): T {
    const child = this.child(source);
    const key = keyOf(child.privateKey);
    try {
      return use(key);
    } finally {
      key.fill(0);
      child.wipePrivateData();
    }
  }

  private child(source: Source): HDKey {
    const branch = this.key.deriveChild(source.kind === 'hot' ? 1 : 0);
    const child = branch.deriveChild(source.kind === 'hot' ? 0 : source.index);
    branch.wipePrivateData();
    return child;
  }
}

function pathOf(source: Source): string {
  return source.kind === 'hot' ? '1/0' : `0/${source.index}`;
}

function keyOf(key: Uint8Array | null): Uint8Array {
  if (key === null) throw new Error('expected a key at every node');
  return key;
}

const SEED_FILE: OwnFile = {
  expected: "a seed that was sealed with the signer's key",
  remedy:
    'See that the master key or key file is the right one. If it is, move the file away and keep it, and restore the seed ' +
    'from its words (docs/operate/custody-keys.md, Restore).',
};

/** Opens the seeds of a folder; generates the first if there is none. */
export async function openSeeds(folder: string, key: Uint8Array, chains: readonly Codec[]): Promise<Seeds> {
  await checkVectors();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let versions = await versionsOf(folder);
  if (versions.length === 0) {
    await addSeed(folder, key, generateMnemonic(wordlist, STRENGTH));
    versions = await versionsOf(folder);
  }
  const accounts = new Map<string, Account>();
  for (const version of versions) {
    const seed = await mnemonicToSeedWebcrypto(await wordsOf(folder, key, version));
    const root = HDKey.fromMasterSeed(seed);
    for (const codec of chains) {
      const account = root.derive(codec.accountPath);
      accounts.set(`${version}:${codec.chain}`, new Account(version, account, codec));
    }
    root.wipePrivateData();
    seed.fill(0);
  }
  return {
    versions,
    account(version, codec) {
      const found = accounts.get(`${version}:${codec.chain}`);
      if (found === undefined) throw new Error(`expected a seed of version ${version} with ${codec.chain}`);
      return found;
    },
  };
}

/** Held at the console while something of a folder is changed, beside the signer that may run on it. */
const KEEPER_LOCK = 'keeper.lock';

/** Changes a folder as the only one at its console: two at a time would lose what one of them wrote. */
export async function asKeeper<T>(folder: string, change: () => Promise<T>): Promise<T> {
  const held = () => new Error(`another command changes ${folder} now. Try again when it has ended`);
  const lock = await takeLock(join(folder, KEEPER_LOCK), held);
  try {
    return await change();
  } finally {
    lock.release();
  }
}

/** A new seed beside those there are: for rotation. Gives its version. */
export async function rotate(folder: string, key: Uint8Array): Promise<number> {
  return asKeeper(folder, () => addSeed(folder, key, generateMnemonic(wordlist, STRENGTH)));
}

/**
 * Restores a seed from its words, as the given version, else the next one of a folder.
 * @throws for words that are not a seed's, or if the folder already has that version or that seed.
 */
export async function restore(folder: string, key: Uint8Array, words: string, version?: number): Promise<number> {
  const plain = words.trim().toLowerCase().split(/\s+/).join(' ');
  if (!validateMnemonic(plain, wordlist)) throw new Error('expected the 24 words of a seed: their check does not fit');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return asKeeper(folder, async () => {
    const there = await versionsOf(folder);
    const as = version ?? (there.at(-1) ?? 0) + 1;
    if (there.includes(as)) throw new Error(`expected no seed ${as} in the folder: it is not written over`);
    // A sheet of another version: nobody would have the keys of this one's addresses.
    for (const other of there)
      if ((await wordsOf(folder, key, other)) === plain)
        throw new Error(`expected the words of seed ${as}, got those of seed ${other}`);
    return addSeed(folder, key, plain, as);
  });
}

/** The words of a seed: for a paper backup, at the signer's own console. */
export async function wordsOf(folder: string, key: Uint8Array, version: number): Promise<string> {
  const path = join(folder, `seed-${version}.sealed`);
  const sealed = await readOwn(path, SEED_FILE);
  if (sealed === undefined) {
    const there = existsSync(folder) ? await versionsOf(folder) : [];
    throw new Error(
      `${path}: expected the seed of version ${version}, got no file. ` +
        (there.length === 0
          ? `${folder} holds no seed: see that it is the right folder`
          : `There are: ${there.join(', ')}`),
    );
  }
  try {
    return createVault(key).open(sealed, placeOf(version)).toString('utf8');
  } catch (error) {
    const got = sealed.length === 0 ? 'an empty file' : `${sealed.length} bytes that this key does not open`;
    throw unexpected(path, SEED_FILE, got, error);
  }
}

/** Versions of a folder, oldest first. */
export async function versionsOf(folder: string): Promise<number[]> {
  const found = (await readdir(folder)).flatMap((name) => FILE.exec(name)?.[1] ?? []);
  return found.map((text) => Number.parseInt(text, 10)).sort((a, b) => a - b);
}

async function addSeed(folder: string, key: Uint8Array, words: string, as?: number): Promise<number> {
  const version = as ?? ((await versionsOf(folder)).at(-1) ?? 0) + 1;
  await writeWhole(join(folder, `seed-${version}.sealed`), createVault(key).seal(words, placeOf(version)), true);
  return version;
}

function placeOf(version: number): string {
  return `signer:seed:${version}`;
}
