// Signed heads of the exchange's journal: kept in the signer's folder, out of reach of whoever writes the database.

import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { type OwnFile, readOwn, shownOf, unexpected, writeWhole } from '../../shared/own-file/index.ts';
import { type Head, type Marker, type SignedHead, SignerRefusal } from '../types/index.ts';

const FILE = 'head.json';
const HEAD_FILE: OwnFile = {
  expected: 'the head that this signer signed',
  remedy:
    "Put back the signer's own backup of it, an older one too. Without one move the file away and keep it: the anchor " +
    'alone then tells an older database.',
};
const PURPOSE = 'vitrine journal head';
const SEED_BYTES = 32;
/** DER prefix of a 32-byte Ed25519 key (RFC 8410). */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

const SHAPE = z.strictObject({
  row: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  time: z.int(),
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});

/** @throws for a text without a signed head. */
export function readHeadText(text: string): SignedHead {
  return SHAPE.parse(JSON.parse(text));
}

function wordsOf({ row, hash, time }: Pick<SignedHead, 'row' | 'hash' | 'time'>): Buffer {
  return Buffer.from(`${PURPOSE}\n${row}\n${hash}\n${time}`);
}

/** Whether a head was signed by the key it names. */
export function isSignedHead(head: SignedHead): boolean {
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_DER, Buffer.from(head.publicKey, 'hex')]),
    ...{ format: 'der', type: 'spki' },
  });
  return verify(null, wordsOf(head), key, Buffer.from(head.signature, 'hex'));
}

/** The heads of a folder. `accept` makes an older history the current one: only a person at the console may do that. */
export interface Heads extends Omit<Marker, 'lacking' | 'logged'> {
  accept(head: Head): Promise<SignedHead>;
}

/** @throws if the file is not what was written. */
export async function openHeads(folder: string, key: Uint8Array, now: () => number): Promise<Heads> {
  const path = join(folder, FILE);
  const seed = Buffer.from(hkdfSync('sha256', key, '', PURPOSE, SEED_BYTES));
  const secret = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = publicOf(secret);
  seed.fill(0);
  let last = await readLast(path, publicKey);

  async function write(head: Head): Promise<SignedHead> {
    const time = now();
    const signature = sign(null, wordsOf({ ...head, time }), secret).toString('hex');
    const signed: SignedHead = { row: head.row, hash: head.hash, time, publicKey, signature };
    await writeWhole(path, `${JSON.stringify(signed)}\n`);
    last = signed;
    return signed;
  }

  return {
    async mark(head) {
      if (last !== undefined && head.row < last.row)
        throw new SignerRefusal(`journal row ${head.row} is below row ${last.row}, which was signed before`);
      if (last !== undefined && head.row === last.row) {
        if (head.hash !== last.hash)
          throw new SignerRefusal(`journal row ${head.row} has another hash than the one that was signed`);
        return last;
      }
      return write(head);
    },
    marked: async () => last,
    markKey: async () => publicKey,
    accept: write,
  };
}

function publicOf(secret: KeyObject): string {
  return createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length).toString('hex');
}

/** @throws for a file that this signer did not write: the last head is unknown, and the file is left unchanged. */
async function readLast(path: string, publicKey: string): Promise<SignedHead | undefined> {
  const content = await readOwn(path, HEAD_FILE);
  if (content === undefined) return undefined;
  const text = content.toString('utf8');
  let cause: unknown;
  try {
    const head = readHeadText(text);
    if (head.publicKey === publicKey && isSignedHead(head)) return head;
  } catch (error) {
    cause = error;
  }
  throw unexpected(path, HEAD_FILE, shownOf(text), cause);
}
