// What the sequencer needs from the core, as one value: the real core, or a smaller machine with the same interface in
// tests.

import type { Command, Exchange, SnapshotParts } from '@vitrine/core';

/** Opens exchanges; encodes and decodes their words. */
export interface CoreKit {
  /** An empty exchange; its first command must be genesis. */
  open(): Exchange;
  restore(parts: SnapshotParts): Exchange;
  encode(command: Command): Float64Array;
  /** Convert words to the journal's bytes and back. */
  pack(words: Float64Array): Uint8Array;
  unpack(bytes: Uint8Array): Float64Array;
}

/** Word offsets in a record: its kind, its length, its first field. */
export const KIND = 0;
export const LENGTH = 1;
export const FIELDS = 2;
