// Snapshot files: written, synced, renamed. The newest three are kept; one that does not match its header is skipped.

import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Exchange, SnapshotParts } from '@vitrine/core';
import { z } from 'zod';
import type { CoreKit } from './kit.ts';

/** Number of snapshots kept. */
const KEPT = 3;
/** Version of the file layout. Files of another version are skipped; replay replaces them. */
const FORMAT = 1;
const NAME = /^(\d{12})\.snapshot$/;
const LINE_FEED = 10;
/** Longest header, bytes. It is one line. */
const LONGEST_HEADER = 4_096;

const header = z.object({
  format: z.literal(FORMAT),
  /** Journal row whose state the file holds. */
  row: z.int().positive(),
  rowHash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rules version in force after that row. */
  rules: z.int().positive(),
  /** Digest of all tables of the exchange. */
  digest: z.string(),
  /** Digest of the exchange's idempotency keys. */
  keyDigest: z.string(),
  /** Length and SHA-256 of the body after the header. */
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type SnapshotHeader = Omit<z.infer<typeof header>, 'format' | 'bytes' | 'sha256'>;

/** An exchange restored from a file. */
export interface Restored {
  readonly exchange: Exchange;
  readonly header: SnapshotHeader;
}

/** Called for each skipped file with the reason. */
export type Skipped = (file: string, reason: string) => void;

/** The snapshot folder within a data folder. */
export function snapshotFolder(dataFolder: string): string {
  return join(dataFolder, 'snapshots');
}

/** Writes a snapshot so that a kill at any moment leaves all of it or nothing; removes all but the newest three. */
export async function writeSnapshot(folder: string, head: SnapshotHeader, parts: SnapshotParts): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const body = serialize(parts);
  const line = `${JSON.stringify({ format: FORMAT, ...head, bytes: body.length, sha256: sha256(body) })}\n`;
  const name = `${String(head.row).padStart(12, '0')}.snapshot`;
  const half = join(folder, `${name}.part`);
  const file = await open(half, 'w', 0o600);
  try {
    await file.writeFile(line);
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(half, join(folder, name));
  await syncFolder(folder);
  const names = await listNames(folder);
  for (const old of names.slice(KEPT)) await rm(join(folder, old), { force: true });
  return join(folder, name);
}

/**
 * The newest whole snapshot not newer than `notAfterRow` that restores to the digest in its header. Returns undefined
 * if there is none; replay then begins at the first row.
 */
export async function newestSnapshot(
  kit: CoreKit,
  folder: string,
  notAfterRow: number,
  skipped: Skipped,
): Promise<Restored | undefined> {
  for (const name of await listNames(folder)) {
    if (Number(NAME.exec(name)?.[1]) > notAfterRow) continue;
    const file = join(folder, name);
    try {
      return await restore(kit, file);
    } catch (error) {
      skipped(file, error instanceof Error ? error.message : String(error));
    }
  }
  return undefined;
}

/** Headers of all snapshots, oldest first. Files that are not whole are reported and left out. */
export async function snapshotHeaders(folder: string, skipped: Skipped): Promise<SnapshotHeader[]> {
  const found: SnapshotHeader[] = [];
  for (const name of (await listNames(folder)).toReversed()) {
    try {
      found.push((await readWhole(join(folder, name))).head);
    } catch (error) {
      skipped(join(folder, name), error instanceof Error ? error.message : String(error));
    }
  }
  return found;
}

/** Rows of the existing snapshots, newest first, from their file names. */
export async function snapshotRows(folder: string): Promise<number[]> {
  return (await listNames(folder)).map((name) => Number(NAME.exec(name)?.[1]));
}

/** Removes the snapshots that are not of this journal, and broken ones. `rowHash`: of a row of it, if there is one. */
export async function removeOtherSnapshots(
  folder: string,
  rowHash: (row: number) => Promise<string | undefined>,
): Promise<void> {
  const kept = new Set<number>();
  for (const head of await snapshotHeaders(folder, () => undefined))
    if ((await rowHash(head.row)) === head.rowHash) kept.add(head.row);
  for (const name of await listNames(folder))
    if (!kept.has(Number(NAME.exec(name)?.[1]))) await rm(join(folder, name), { force: true });
}

async function readWhole(file: string): Promise<{ readonly head: SnapshotHeader; readonly body: Buffer }> {
  const all = await readFile(file);
  const end = all.subarray(0, LONGEST_HEADER).indexOf(LINE_FEED);
  if (end < 0) throw new Error('it has no header');
  const { format: _, bytes, sha256: expected, ...head } = header.parse(JSON.parse(all.toString('utf8', 0, end)));
  const body = all.subarray(end + 1);
  if (body.length !== bytes) throw new Error(`it should hold ${bytes} bytes, it holds ${body.length}`);
  if (sha256(body) !== expected) throw new Error('its checksum is not the one in its header');
  return { head, body };
}

async function restore(kit: CoreKit, file: string): Promise<Restored> {
  const { head, body } = await readWhole(file);
  const parts = deserialize(body) as SnapshotParts;
  // Only the core can prove that the parts have this digest, because it knows the layout they were written with.
  const { digest } = parts.header;
  if (digest !== head.digest) throw new Error(`it holds a state of digest ${digest}, its header says ${head.digest}`);
  const exchange = kit.restore(parts);
  const keys = exchange.keyDigest();
  if (keys !== head.keyDigest) throw new Error(`its keys have digest ${keys}, its header says ${head.keyDigest}`);
  return { exchange, header: head };
}

async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
