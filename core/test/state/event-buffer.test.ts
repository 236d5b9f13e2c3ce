// core §1: one buffer of events; a record that makes it grow is emitted like any other.

import { describe, expect, it } from 'vitest';
import { decodeEvents, encodeCommand, openExchange } from '../../src/index.ts';
import { command, genesisOf, usual } from '../kit/genesis.ts';

/** Words of the buffer before it grows. */
const FIRST_WORDS = 1 << 14;
const NOON = Date.UTC(2026, 10, 16, 12);

/** Events of a batch of so many opened users and refused commands, then an epoch and rules. */
function emitted(opened: number, refused: number): { names: string[]; words: number } {
  const exchange = openExchange();
  exchange.advance(NOON);
  exchange.apply(encodeCommand(genesisOf({ ...usual })), 0);
  exchange.takeEvents();
  exchange.advance(NOON);
  for (let n = 0; n < opened; n += 1) exchange.apply(encodeCommand(command('user.open', { referrer: 0 })), 0);
  for (let n = 0; n < refused; n += 1) exchange.apply(encodeCommand(command('user.open', { referrer: 99_999 })), 0);
  exchange.apply(encodeCommand(command('epoch', { epoch: 7 })), 0);
  const words = exchange.takeEvents();
  return { names: [...decodeEvents(words)].map(({ name }) => name), words: words.length };
}

describe('core §1: the events of a batch', () => {
  it('are whole where an epoch makes their buffer grow', () => {
    const one = emitted(1, 0).words;
    const open = emitted(2, 0).words - one;
    const refusal = emitted(1, 1).words - one;
    const frame = one - open;
    let met = 0;
    for (let refused = 0; refused < open; refused += 1) {
      const opened = Math.floor((FIRST_WORDS - frame - refused * refusal) / open) + 1;
      const { names, words } = emitted(opened, refused);
      expect(names.filter((name) => name === 'epoch')).toHaveLength(1);
      // The epoch's own three words end 7 before the last.
      if (words - 7 > FIRST_WORDS && words - 10 <= FIRST_WORDS) met += 1;
    }
    expect(met, 'batches in which the epoch itself makes it grow').toBeGreaterThan(0);
  });
});
