// One world in its own thread, started by `worlds.ts`.

import { parentPort, workerData } from 'node:worker_threads';
import { simulate } from './simulate.ts';
import { summaryOf } from './summary.ts';
import type { WorldNews, WorldTask } from './worlds.ts';

const { options, bounds } = workerData as WorldTask;
const post = (news: WorldNews): void => parentPort?.postMessage(news);
post({ summary: summaryOf(simulate(options, bounds, ({ sent }) => post({ sent }))) });
