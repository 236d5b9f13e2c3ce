// Blocks of the practice chain: their hash over their content, and how they are stored.

import { hash } from 'node:crypto';
import type { Block } from '../face.ts';
import type { PracticeBlocksTable } from '../../tables.ts';
import { practiceCodec } from './codec.ts';
import type { StateDump } from './state.ts';
import { type PracticeTransaction, readTransaction } from './transaction.ts';

export const FIRST_PARENT = '0'.repeat(64);

/** A transaction with its bytes. */
export interface Carried {
  readonly txid: string;
  readonly raw: Buffer;
  readonly transaction: PracticeTransaction;
}

export interface PracticeBlock extends Block {
  /** Distinguishes blocks of two branches with the same content. */
  readonly salt: string;
  readonly carried: readonly Carried[];
  /** Everybody's balances after it: only in checkpoints. */
  readonly state: StateDump | undefined;
}

interface Content {
  readonly salt: string;
  readonly transactions: readonly string[];
  readonly state?: StateDump;
}

export function carry(raw: Uint8Array): Carried {
  const bytes = Buffer.from(raw);
  return { txid: practiceCodec.txid(bytes), raw: bytes, transaction: readTransaction(bytes).transaction };
}

export function makeBlock(
  parent: { readonly height: number; readonly hash: string },
  time: number,
  salt: string,
  carried: readonly Carried[],
  state: StateDump | undefined,
): PracticeBlock {
  const height = parent.height + 1;
  return {
    height,
    parent: parent.hash,
    hash: blockHash(height, parent.hash, time, salt, carried),
    time,
    salt,
    carried,
    state,
  };
}

export function rowOf(block: PracticeBlock): PracticeBlocksTable {
  const transactions = block.carried.map(({ raw }) => raw.toString('hex'));
  const content: Content = {
    salt: block.salt,
    transactions,
    ...(block.state === undefined ? {} : { state: block.state }),
  };
  const { height, hash: own, parent, time } = block;
  return { height, hash: own, parent, time: String(time), content: JSON.stringify(content) };
}

/** @throws if the stored content does not match its hash. */
export function blockOf(row: PracticeBlocksTable): PracticeBlock {
  // Written by `rowOf`; the hash below verifies that it is unchanged.
  const content = JSON.parse(row.content) as Content;
  const carried = content.transactions.map((hex) => carry(Buffer.from(hex, 'hex')));
  const { height, parent } = row;
  const time = Number.parseInt(row.time, 10);
  const found = blockHash(height, parent, time, content.salt, carried);
  if (found !== row.hash) throw new Error(`practice: expected block ${height} to have hash ${row.hash}, got ${found}`);
  return { height, hash: row.hash, parent, time, salt: content.salt, carried, state: content.state };
}

function blockHash(height: number, parent: string, time: number, salt: string, carried: readonly Carried[]): string {
  return hash('sha256', [height, parent, time, salt, ...carried.map(({ txid }) => txid)].join('\n'));
}
