// A test fixture: one exchange per test file, and a page whose errors fail the test.

import { writeFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { type Exchange, startExchange } from './exchange.ts';

interface Fixtures {
  readonly exchange: Exchange;
  /** Folder of recorded candles; empty: candles are generated. Set by `test.use` at the top of a file. */
  readonly recordings: string;
  /** A name, set by `test.use` at the top of a file: that file has an exchange that no other file uses. */
  readonly own: string;
  /**
   * BTC falls and ETH rises by 30 % at known moments, which `exchange.planted` waits for; by `test.use`, with a name
   * for `own`.
   */
  readonly planted: boolean;
  /** An Ethereum node, which `exchange.ethereum` mines; by `test.use`, with a name for `own`. */
  readonly evm: boolean;
  /** Additional settings of that exchange, by `test.use` with a name for `own`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Console messages that are not errors of the page: the server was stopped on purpose, or the trace reads previews. */
const expected = /net::ERR_|WebSocket connection|Connecting to 'blob:|Failed to load resource/;

/** A visitor who has been offered the tour before: its notice is in the way of no journey but its own. */
const toured = (): void => {
  const name = 'vitrine-guide:tour';
  if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify({ step: 0, over: true }));
};

export const test = base.extend<{ faults: string[] }, Fixtures>({
  recordings: ['', { scope: 'worker', option: true }],
  own: ['', { scope: 'worker', option: true }],
  planted: [false, { scope: 'worker', option: true }],
  evm: [false, { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  exchange: [
    async ({ recordings, own, planted, evm, settings }, use) => {
      // A dependency only: another name gives another worker, and so another exchange.
      void own;
      const exchange = await startExchange({ planted, evm, settings, ...(recordings === '' ? {} : { recordings }) });
      await use(exchange);
      await exchange.dispose();
    },
    { scope: 'worker', timeout: 660_000 },
  ],
  context: async ({ context }, use) => {
    await context.addInitScript(toured);
    await use(context);
  },
  faults: [
    async ({ page, exchange }, use, info) => {
      const faults: string[] = [];
      page.on('pageerror', ({ name, message }) => {
        const text = `${name}: ${message}`;
        if (!expected.test(text)) faults.push(text);
      });
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
      });
      await use(faults);
      if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('exchange.log'), exchange.log());
      if (info.status === 'passed' && faults.length > 0)
        throw new Error(`The page reported faults:\n${faults.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
