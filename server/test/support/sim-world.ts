// Batches from the core's simulation: all users use every product at generated prices.

import type { Exchange } from '@vitrine/core';
// oxlint-disable-next-line vitrine/workspace-imports -- the simulation is a tool of tests and no part of the core's face
import { Run } from '../../../core/sim/run.ts';
import type { FoldBatch } from '../../src/projection/views/index.ts';

export interface SimWorld {
  readonly exchange: Exchange;
  /** The number of users, including the market maker. */
  readonly users: number;
  /** The next batch. The first batches contain the listings and open the users. */
  next(): FoldBatch;
}

/**
 * A small exchange with all products, from a seed: spot, contracts of both types, margin, second contracts and the
 * rest.
 */
export function openSim(seed: number): SimWorld {
  const run = new Run({ seed, commands: 0, data: '', users: 12, crash: 0 });
  const rows: { readonly time: number; readonly events: Float64Array; readonly count: number }[] = [];
  const write = run.journal.write.bind(run.journal);
  run.journal.write = (row) => {
    rows.push({ time: row.time, events: row.events.slice(), count: row.commands.length });
    write(row);
  };
  run.begin();
  let row = 0;
  let seq = 0;
  return {
    get exchange() {
      return run.journal.exchange;
    },
    get users() {
      return run.stage.people;
    },
    next() {
      if (rows.length === 0) run.step();
      const batch = rows.shift();
      if (batch === undefined) throw new Error('a step of the simulation made no batch');
      row += 1;
      // A batch's advance takes a number, and each of its commands.
      const { time, events, count } = batch;
      const firstSeq = seq + 1;
      seq = firstSeq + count;
      return { row, firstSeq, count, time, hash: '', rowHash: `row${row}`, events };
    },
  };
}
