// Measures how the terminal feels: a made busy hour through a local socket; prints long tasks, paints of the book, heap.
//   node e2e/feel/main.ts [--seconds 60] [--rate 200] [--dist web/dist] [--path /exchange/index] [--seed 7]

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startExchange } from '../support/exchange.ts';
import { noteTasks } from './cpu-tasks.ts';
import { watchPage, type Watched } from './watch.ts';
import { servePage } from './page-server.ts';

/** Before anything is measured: code is loaded and compiled, stores are full. */
const WARM_MS = 15_000;
/** Longer runs are not traced: the trace would not fit. */
const TRACED_SECONDS = 120;
/** In longer runs the heap is looked at this often. */
const LOOK_MS = 15_000;
const MEGA = 1_048_576;
/** Of long tasks the longest are named. */
const SHOWN = 8;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '200' },
    dist: { type: 'string', default: 'web/dist' },
    path: { type: 'string', default: '/exchange/index' },
    seed: { type: 'string', default: '7' },
  },
});
const seconds = Number.parseInt(values.seconds, 10);
const rate = Number.parseInt(values.rate, 10);
const root = resolve(import.meta.dirname, '../..');

const longest = (all: readonly number[]): number[] => all.toSorted((a, b) => b - a).slice(0, SHOWN);

const exchange = await startExchange();
const server = await servePage({
  dist: resolve(root, values.dist),
  exchange: exchange.url,
  rate,
  seed: Number.parseInt(values.seed, 10),
});
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  await page.goto(`${server.url}${values.path}`);
  await page.locator('#pane-book [role=option]').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(WARM_MS);
  const session = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / MEGA;
  };
  const heaps = [await heap()];
  const before = server.sent;
  await page.evaluate(watchPage);
  const noted = seconds <= TRACED_SECONDS ? await noteTasks(browser, page) : undefined;
  const begun = performance.now();
  const parts: Watched[] = [];
  // Looking at the heap stops the page: what happens meanwhile is not counted.
  while (performance.now() - begun < seconds * 1_000) {
    // A collection is a long task of its own making: a traced run has none.
    const left = seconds * 1_000 - (performance.now() - begun);
    await page.waitForTimeout(noted ? left : Math.min(LOOK_MS, left));
    parts.push(await page.evaluate(() => globalThis.takeWatched()));
    if (noted) break;
    heaps.push(await heap());
    await page.evaluate(() => void globalThis.takeWatched());
  }
  const worked = (await noted?.()) ?? [];
  if (noted) heaps.push(await heap());
  const took = parts.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  const tasks = parts.flatMap(({ longTasks }) => longTasks);
  const paints = parts.reduce((sum, part) => sum + part.bookPaints, 0);
  const frames = parts.flatMap(({ slowFrames }) => slowFrames);
  const { cores, cpu } = await page.evaluate(() => ({
    cores: navigator.hardwareConcurrency,
    cpu: navigator.userAgent,
  }));
  console.log(
    `page ${values.path}, ${seconds} s at ${rate} messages/s asked, ${cores} cores, ${cpu.replace(/.*Chrome/, 'Chrome')}`,
  );
  console.log(
    `messages     ${((server.sent - before) / ((performance.now() - begun) / 1_000)).toFixed(0)} a second sent`,
  );
  console.log(
    `tasks >50 ms ${tasks.length}${
      tasks.length > 0
        ? `: ${longest(tasks)
            .map((ms) => ms.toFixed(0))
            .join(', ')} ms`
        : ''
    }`,
  );
  if (noted)
    console.log(
      `tasks >50 ms of processor time: ${worked.filter((ms) => ms > 50).length} of ${worked.length}; longest ${longest(
        worked,
      )
        .map((ms) => ms.toFixed(1))
        .join(', ')} ms`,
    );
  console.log(`book paints  ${(paints / took).toFixed(1)} a second over ${took.toFixed(0)} s`);
  console.log(
    `frames >50ms ${frames.length}${frames.length > 0 ? `, longest ${Math.max(...frames).toFixed(0)} ms` : ''}`,
  );
  console.log(`heap after a collection, MB: ${heaps.map((mb) => mb.toFixed(1)).join(' ')}`);
} finally {
  await browser.close();
  await server.close();
  await exchange.dispose();
}
