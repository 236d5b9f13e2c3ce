// One world in its own thread, started by `worlds.ts`.

import { parentPort, workerData } from 'node:worker_threads';
import { simulate } from './simulate.ts';
import { summaryOf } from './summary.ts';
import type { WorldNews, WorldTask } from './worlds.ts';

const { options, bounds } = workerData as WorldTask;
const tell = (news: WorldNews): void => parentPort?.postMessage(news);
tell({ summary: summaryOf(simulate(options, bounds, ({ sent }) => tell({ sent }))) });
