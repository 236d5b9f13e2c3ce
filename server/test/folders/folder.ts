// A recorded data folder: the database as text and the files beside it, in one compressed file a build.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type pg from 'pg';
import { type Dump, dumpDatabase, loadDump } from './dump.ts';

const SUFFIX = '.json.br';
/** Larger than any recording, so that repetitions far apart are found: 2^24 bytes. */
const WINDOW = 24;

/** What is recorded of a data folder. */
export interface Recording {
  /** The build that wrote it. */
  readonly build: string;
  /** Rules in force at its end. */
  readonly rules: number;
  /** ms UTC of its last batch. */
  readonly time: number;
  /** Rows of its journal. */
  readonly rows: number;
  /** Of the state at its end, as that build computes it. */
  readonly digest: string;
  readonly database: Dump;
  /** Files of the data folder by path, base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** Reads a stopped exchange's database and snapshots. */
export async function takeRecording(
  connection: pg.ClientConfig,
  dataFolder: string,
  about: Pick<Recording, 'build' | 'rules' | 'time' | 'rows' | 'digest'>,
): Promise<Recording> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(join(dataFolder, 'snapshots')))
    files[`snapshots/${name}`] = readFileSync(join(dataFolder, 'snapshots', name)).toString('base64');
  return { ...about, database: await dumpDatabase(connection), files };
}

export function writeRecording(path: string, recording: Recording): number {
  const text = Buffer.from(JSON.stringify(recording));
  const bytes = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
  });
  // Recordings are append-only: one that exists is never replaced.
  writeFileSync(path, bytes, { flag: 'wx' });
  return bytes.length;
}

export function readRecording(path: string): Recording {
  return JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as Recording;
}

/** Paths of all recordings. */
export function recordings(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(SUFFIX))
    .toSorted()
    .map((name) => join(import.meta.dirname, name));
}

/** Path of a build's recording. */
export function recordingPath(name: string): string {
  return join(import.meta.dirname, `${name}${SUFFIX}`);
}

/** Fills an empty database and an empty folder from a recording. */
export async function unpackRecording(
  recording: Recording,
  connection: pg.ClientConfig,
  dataFolder: string,
): Promise<void> {
  for (const [path, bytes] of Object.entries(recording.files)) {
    mkdirSync(dirname(join(dataFolder, path)), { recursive: true });
    writeFileSync(join(dataFolder, path), Buffer.from(bytes, 'base64'));
  }
  await loadDump(connection, recording.database);
}
