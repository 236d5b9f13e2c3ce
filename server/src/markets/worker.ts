// The markets' thread: it makes prices and quotes.

import { type MessagePort, parentPort } from 'node:worker_threads';

import { openLink } from '../engine/sequencer/index.ts';
import { clockOf } from '../shared/clock/index.ts';
import { ordersOf } from '../shared/thread/index.ts';
import { timedClock } from './beat.ts';
import { startMarkets } from './run.ts';
import type { MarketsOrder, MarketsStart, MarketsWord } from './thread.ts';

async function runThread({ port, settings, seed, ahead }: MarketsStart, parent: MessagePort): Promise<void> {
  const say = (word: MarketsWord) => parent.postMessage(word);
  const markets = await startMarkets({
    link: openLink(port),
    settings,
    seed,
    clock: timedClock(clockOf(ahead)),
    log: (what, detail) => say({ kind: 'log', what, detail }),
  });
  const obey = async (order: MarketsOrder): Promise<void> => {
    if (order === 'step') {
      await markets.step();
      say({ kind: 'stepped' });
      return;
    }
    if (order !== 'stop') {
      const { ask, instrument, opening } = order;
      say({ kind: 'recorded', ask, minutes: await markets.recorded(instrument, opening) });
      return;
    }
    try {
      await markets.stop();
    } finally {
      say({ kind: 'stopped' });
      port.close();
    }
  };
  parent.on('message', (order: MarketsOrder) => {
    obey(order).catch((error: unknown) => {
      say({ kind: 'log', what: 'broken', detail: { message: error instanceof Error ? error.message : String(error) } });
    });
  });
  say({ kind: 'ready' });
}

if (parentPort === null) throw new Error('the markets run in a thread: start it by startMarketsThread');
// The top-level await ends the thread with the error of a failed start.
await runThread(await ordersOf<MarketsStart>(), parentPort);
