// The page's tasks by the processor time they took: on a machine that does other things too, the clock on the wall tells of those.

import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Begins to note the tasks; ends with how long each of the page's main thread worked, ms. A trace is large: a minute or two. */
export async function noteTasks(browser: Browser, page: Page): Promise<() => Promise<readonly number[]>> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      readonly traceEvents: readonly TraceEvent[];
    };
    const mains = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid}|${tid}`),
    );
    return traceEvents
      .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid}|${tid}`))
      .map(({ tdur }) => (tdur ?? 0) / 1_000);
  };
}
