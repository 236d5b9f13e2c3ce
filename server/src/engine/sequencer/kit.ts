// What the sequencer needs of the core, as one value: the real core, or in tests a smaller machine with the same face.

import type { Command, Exchange, SnapshotParts } from '@vitrine/core';

/** Opens exchanges and reads and writes their words. */
export interface CoreKit {
  /** An empty exchange; its first command must be genesis. */
  open(): Exchange;
  restore(parts: SnapshotParts): Exchange;
  encode(command: Command): Float64Array;
  /** Words to the journal's bytes and back. */
  pack(words: Float64Array): Uint8Array;
  unpack(bytes: Uint8Array): Float64Array;
}

/** Where the kind and the length of a record stand, and where its fields begin. */
export const KIND = 0;
export const LENGTH = 1;
export const FIELDS = 2;
