// The thread of the practice traders.

import { type MessagePort, parentPort } from 'node:worker_threads';

import { openLink } from '../engine/sequencer/index.ts';
import { timedClock } from '../markets/index.ts';
import { clockOf } from '../shared/clock/index.ts';
import { ordersOf } from '../shared/thread/index.ts';
import { runCrowd } from './run.ts';
import type { CrowdOrder, CrowdStart, CrowdWord } from './thread.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function runThread({ port, seed, accounts, ahead }: CrowdStart, parent: MessagePort): Promise<void> {
  const say = (word: CrowdWord) => parent.postMessage(word);
  const crowd = await runCrowd({
    link: openLink(port),
    seed,
    accounts,
    clock: timedClock(clockOf(ahead)),
    broken: (error) => say({ kind: 'broken', message: messageOf(error) }),
  });
  const obey = async (order: CrowdOrder): Promise<void> => {
    if (order !== 'stop') {
      await crowd.set(order.on);
      say({ kind: 'set', ask: order.ask });
      return;
    }
    try {
      await crowd.stop();
    } finally {
      say({ kind: 'stopped' });
      port.close();
    }
  };
  parent.on('message', (order: CrowdOrder) => {
    obey(order).catch((error: unknown) => say({ kind: 'broken', message: messageOf(error) }));
  });
  say({ kind: 'ready' });
}

if (parentPort === null) throw new Error('the practice traders run in a thread: start it by startCrowdThread');
// The top-level await ends the thread with the error of a failed start.
await runThread(await ordersOf<CrowdStart>(), parentPort);
