// Faults of pages on the server: only from our own pages, bounded, scrubbed, shown with the figures (issue 16, A).

import { afterEach, describe, expect, it } from 'vitest';
import { PAGE_FAULT_PATH, type PageFault } from '@vitrine/contract';
import { createPageFaults, faultsText, type PageFaults } from '../../../src/api/page-fault/index.ts';
import { ORIGIN, startWorld, type World } from '../http/harness.ts';

const BUILD = '0.1.0+abc1234567';
let time = 1_800_000_000_000;
const shown: PageFault[] = [];
const fresh = (): PageFaults => {
  shown.length = 0;
  return createPageFaults({ build: BUILD, onNew: (fault) => shown.push(fault), now: () => time });
};
const fault = (message: string, more: Partial<PageFault> = {}): PageFault => ({
  ...{ page: 'web', release: BUILD, path: '/exchange/index', name: 'TypeError' },
  ...{ message, frames: ['Ticket@/static/start-abc.js:1:2'], ...more },
});

describe('reports', () => {
  it('of the same fault are counted together, and reported once', () => {
    const faults = fresh();
    faults.take(fault('x is undefined'));
    time += 1_000;
    faults.take(fault('x is undefined'));
    faults.take(fault('y is undefined'));
    expect(faults.list().map(({ message, count }) => [message, count])).toEqual([
      ['y is undefined', 1],
      ['x is undefined', 2],
    ]);
    expect(shown).toHaveLength(2);
    expect(faults.counts()).toEqual([{ page: 'web', build: 'this', count: 3 }]);
    const text = faultsText(faults.list());
    expect(text).toContain('TypeError: x is undefined');
    expect(text).toContain('2 reports');
    expect(text).toContain('Ticket@/static/start-abc.js:1:2');
  });

  it('are scrubbed here too', () => {
    const faults = fresh();
    faults.take(fault('anna@example.org has 1234.5', { release: '<x>', name: 'Anna Lee', path: '/x/998877?token=y' }));
    expect(JSON.stringify([faults.list(), shown])).not.toMatch(/anna|Lee|1234|9988|token=|<x>/);
    expect(faults.counts()).toEqual([{ page: 'web', build: 'other', count: 1 }]);
  });

  it('without end are dropped, and only counted', () => {
    const faults = fresh();
    time += 60_000;
    for (let at = 0; at < 500; at += 1) faults.take(fault('x', { path: `/x/${at}` }));
    expect(faults.list()[0]?.count).toBe(120);
    expect(faults.counts()).toContainEqual({ page: 'web', build: 'dropped', count: 380 });
  });

  it('of many kinds keep the latest', () => {
    const faults = fresh();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    for (let at = 0; at < 300; at += 1) {
      time += 60_000;
      faults.take(fault(`${letters[at % 26]} ${letters[Math.floor(at / 26)]} is not a function`));
    }
    expect(faults.list()).toHaveLength(200);
  });
});

describe('the address pages post to', () => {
  let world: World | undefined;
  afterEach(() => world?.app.close());

  it('takes them from our own pages, in the agreed form, from each address a few', async () => {
    const faults = fresh();
    time += 60_000;
    const { app } = (world = await startWorld({ faults }));
    const post = async (body: object, origin: string | undefined = ORIGIN) =>
      (
        await app.inject({
          ...{ method: 'POST', url: PAGE_FAULT_PATH, payload: body },
          headers: origin === '' ? {} : { origin },
        })
      ).statusCode;
    expect(await post(fault('a'))).toBe(204);
    expect(await post(fault('b'), 'https://evil.example')).toBe(204);
    expect(await post(fault('c'), '')).toBe(204);
    expect(await post({ ...fault('d'), message: 'x'.repeat(500) })).toBe(204);
    expect(await post({ secret: 1 })).toBe(204);
    expect(faults.list().map(({ message }) => message)).toEqual(['a']);
    for (let at = 0; at < 40; at += 1) await post(fault('a'));
    expect(faults.list()[0]?.count).toBeLessThanOrEqual(20);
  });
});
