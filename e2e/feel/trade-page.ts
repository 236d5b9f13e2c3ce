// Measures the trade page of a quiet exchange: tasks over 50 ms, layout shift and largest paint, at 390 px with a
// processor four times slower and at 1280 px. Several builds take turns, so that each has the same machine.
//   node e2e/feel/trade-page.ts [--dist web/dist]… [--rounds 3] [--seconds 17] [--path /trade/index]…

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { browserPath } from '../support/browser.ts';
import { startExchange } from '../support/exchange.ts';
import { type LoadWatched, watchLoad } from './load-watch.ts';
import { servePage } from './page-server.ts';

/** The load itself may take long tasks; goals count those after it. */
const LOAD_MS = 5_000;
const sizes = [
  { name: 'phone', viewport: { width: 390, height: 844 }, slower: 4, phone: true },
  { name: 'desktop', viewport: { width: 1_280, height: 860 }, slower: 1, phone: false },
] as const;
const goals = { tasks: 0, shift: 0.02, paint: 2_000 } as const;

const { values } = parseArgs({
  options: {
    dist: { type: 'string', multiple: true, default: ['web/dist'] },
    path: { type: 'string', multiple: true, default: ['/trade/index', '/exchange/index'] },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '17' },
    moved: { type: 'boolean', default: false },
  },
});
const root = resolve(import.meta.dirname, '../..');
const rounds = Number.parseInt(values.rounds, 10);
const seconds = Number.parseInt(values.seconds, 10);

async function measure(browser: Browser, url: string, size: (typeof sizes)[number]): Promise<LoadWatched> {
  const context = await browser.newContext({ viewport: size.viewport, isMobile: size.phone, hasTouch: size.phone });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: size.slower });
    await page.addInitScript(watchLoad);
    await page.goto(url);
    await page.waitForTimeout(seconds * 1_000);
    return await page.evaluate(() => globalThis.loadWatched());
  } finally {
    await context.close();
  }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

const exchange = await startExchange({ settings: { VITRINE_REPLAY_SPEED: '1' } });
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
const servers = [];
for (const dist of values.dist)
  servers.push({
    dist,
    runs: new Map<string, LoadWatched[]>(),
    ...(await servePage({ dist: resolve(root, dist), exchange: exchange.url })),
  });
try {
  for (let round = 0; round < rounds; round += 1)
    for (const path of values.path)
      for (const size of sizes)
        for (const { url, runs } of servers) {
          const key = `${path} ${size.name}`;
          runs.set(key, [...(runs.get(key) ?? []), await measure(browser, `${url}${path}`, size)]);
        }
  for (const { dist, runs } of servers) {
    console.log(`\n${dist}, medians of ${rounds} rounds of ${seconds} s`);
    for (const [key, all] of runs) {
      const late = all.map(({ tasks }) => tasks.filter(({ at }) => at > LOAD_MS));
      const shift = all.map(({ shifts }) => sum(shifts.map(({ value }) => value)));
      const longest = Math.max(0, ...late.flat().map(({ ms }) => ms));
      console.log(
        `${key}: tasks >50 ms ${median(all.map(({ tasks }) => tasks.length))}, after ${LOAD_MS / 1_000} s ${median(late.map(({ length }) => length))} (goal ${goals.tasks}; longest ${longest.toFixed(0)} ms); blocked ${median(all.map(({ tasks }) => sum(tasks.map(({ ms }) => ms)))).toFixed(0)} ms; layout shift ${median(shift).toFixed(3)} (goal ${goals.shift}); largest paint ${median(all.map(({ largestPaint }) => largestPaint)).toFixed(0)} ms (goal ${goals.paint}; ${all[0]?.largest ?? ''})`,
      );
      if (values.moved)
        for (const { at, value, moved } of all[0]?.shifts ?? [])
          if (value >= 0.001) console.log(`  ${at.toFixed(0)} ms ${value.toFixed(4)} ${moved.join(', ')}`);
    }
  }
} finally {
  await browser.close();
  for (const server of servers) await server.close();
  await exchange.dispose();
}
