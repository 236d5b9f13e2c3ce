// The link over a port: batches and outcomes of one commit arrive together, refusals keep their code (design §2 threads).

import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_HASH } from '../../../src/engine/journal/index.ts';
import { clockOf } from '../../../src/shared/clock/index.ts';
import { BatchClock, timeOf } from '../../../src/engine/sequencer/clock.ts';
import { PLACES_OF_A_USER } from '../../../src/engine/sequencer/intake.ts';
import type { Batch, ExchangeLink, IntakeState } from '../../../src/engine/sequencer/link.ts';
import { connectLink, serveLink } from '../../../src/engine/sequencer/port.ts';
import { Sequencer } from '../../../src/engine/sequencer/sequencer.ts';
import { eventually } from '../../support/eventually.ts';
import { add, adderKit } from './adder.ts';

let sequencer: Sequencer;
let commits: (() => void)[];
let hold: boolean;
let ends: (() => void)[];

/** A link of its own, as another thread would hold it. */
function attach(): ExchangeLink {
  const { port1, port2 } = new MessageChannel();
  ends.push(serveLink(sequencer, port1));
  return connectLink(adderKit, port2);
}

async function ready(link: ExchangeLink): Promise<ExchangeLink> {
  await eventually(() => expect(link.state().taking).toBe(true));
  return link;
}

beforeEach(() => {
  commits = [];
  ends = [];
  hold = false;
  sequencer = new Sequencer({
    build: 'test',
    kit: adderKit,
    exchange: adderKit.open(),
    writer: { epoch: 1, append: () => (hold ? new Promise((resolve) => commits.push(resolve)) : Promise.resolve()) },
    clock: new BatchClock(timeOf(clockOf()), 0),
    position: { row: 0, rowHash: NO_HASH },
    fatal: (error) => {
      throw error;
    },
  });
});

afterEach(() => {
  for (const end of ends) end();
});

test('every link sees every batch, whole and in order, before its own outcome (design §2)', async () => {
  const [one, two] = [await ready(attach()), await ready(attach())];
  const seen: string[] = [];
  one.onBatch((batch: Batch) => seen.push(`one ${batch.row} ${batch.events.length}`));
  two.onBatch((batch: Batch) => seen.push(`two ${batch.row} ${batch.events.length}`));
  seen.push(`done ${(await one.submit(add(1, 3), 1)).result}`);
  await two.submit(add(1, 4), 1);
  await eventually(() => expect(seen.length).toBe(5));
  expect(seen.indexOf('one 1 12')).toBeLessThan(seen.indexOf('done 3'));
  expect(seen.filter((line) => line.startsWith('two'))).toEqual(['two 1 12', 'two 2 12']);
});

test('a run of the house gets an outcome each; a dry run and a seed come through (design §2)', async () => {
  const link = await ready(attach());
  expect((await link.submitRun([add(0, 1), add(0, -2), add(0, 3)])).map(({ code }) => code)).toEqual([200, 400, 200]);
  expect(await link.ask(add(1, 10))).toMatchObject({ numbers: [14] });
  const seed = await link.seed();
  expect([seed.row, seed.seq, ...seed.events]).toEqual([1, 4, 111, 5, 0, 4, 0]);
});

test('refusals of the intake keep their code, and its state reaches every link (design §2)', async () => {
  const link = await ready(attach());
  const states: IntakeState[] = [];
  link.onState((state) => states.push(state));
  hold = true;
  const outcomes = Array.from({ length: PLACES_OF_A_USER + 1 }, () => link.submit(add(1, 1), 1));
  const settled = Promise.allSettled(outcomes);
  await expect(outcomes.at(-1)).rejects.toMatchObject({ name: 'IntakeError', code: 429 });
  await eventually(() => expect(commits.length).toBe(1));
  sequencer.journalTrouble('the disk is full');
  await eventually(() => expect(link.state().taking).toBe(false));
  await expect(link.submit(add(2, 1), 2)).rejects.toMatchObject({ code: 503 });
  expect(states.at(-1)!.reason).toContain('the disk is full');
  sequencer.journalTrouble(undefined);
  commits[0]!();
  hold = false;
  expect((await outcomes[0]!).code).toBe(200);
  await settled;
});

test('when the core is gone, what waits is not known and nothing more is taken (design §2 out)', async () => {
  const link = await ready(attach());
  hold = true;
  const unknown = link.submit(add(1, 1), 1).catch((error: unknown) => error);
  await eventually(() => expect(commits.length).toBe(1));
  ends.pop()!();
  expect(await unknown).toMatchObject({ code: 504 });
  await expect(link.submit(add(1, 1), 1)).rejects.toMatchObject({ code: 503 });
});

test('a dry run and a seed asked of a core that is gone are refused, not left hanging (design §2)', async () => {
  const link = await ready(attach());
  ends.pop()!();
  await eventually(() => expect(link.state().taking).toBe(false));
  await expect(link.ask(add(1, 1))).rejects.toMatchObject({ code: 503 });
  await expect(link.seed()).rejects.toMatchObject({ code: 503 });
});
