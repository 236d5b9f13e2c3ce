// The real core behind the sequencer's `CoreKit` interface.

import { encodeCommand, openExchange, packWords, restoreExchange, unpackWords } from '@vitrine/core';
import type { CoreKit } from './kit.ts';

export const coreKit: CoreKit = {
  open: openExchange,
  restore: restoreExchange,
  encode: encodeCommand,
  pack: packWords,
  unpack: unpackWords,
};
