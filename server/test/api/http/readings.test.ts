// Unfinished uploads keep nobody out (issue 15 A.1): shares, whose place is taken, and the least that must come in.

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Reading, type ReadingLimits, Readings } from '../../../src/api/http/readings.ts';

const LIMITS: ReadingLimits = { places: 6, bytes: 1_000, session: 3, address: 4, least: 10, every: 3_600_000 };

/** Readings whose ended senders are written down. */
function world(limits: Partial<ReadingLimits> = {}) {
  const readings = new Readings({ ...LIMITS, ...limits });
  const ended: string[] = [];
  const begin = (session: string, address: string, arrived = () => 0): Reading =>
    readings.begin({ session, address, arrived, end: () => ended.push(session) });
  return { begin, ended };
}

describe('shares', () => {
  it('a session reads three, an address four; what was closed counts no more', () => {
    const { begin, ended } = world();
    const first = begin('a', '1');
    begin('a', '1');
    begin('a', '1');
    expect(() => begin('a', '2')).toThrow(expect.objectContaining({ code: 429 }));
    begin('b', '1');
    expect(() => begin('c', '1')).toThrow(expect.objectContaining({ code: 429 }));
    first.close();
    begin('c', '1');
    expect(ended).toEqual([]);
  });
});

describe('when all places are taken', () => {
  it('the slowest of the address that has most of them gives its own up', () => {
    const { begin, ended } = world();
    begin('a', '1', () => 500);
    begin('b', '1', () => 3);
    begin('c', '1', () => 400);
    begin('d', '2', () => 1);
    begin('e', '2', () => 1);
    begin('f', '3', () => 0);
    begin('bystander', '4');
    expect(ended).toEqual(['b']);
  });

  it('one of 68 addresses with three unfinished uploads each gives way to a customer', () => {
    const { begin, ended } = world({ places: 200 });
    for (let address = 0; address < 68; address += 1)
      for (let at = 0; at < 3; at += 1) begin(`thief${address}`, `${address}`);
    const before = ended.length;
    const mine = begin('bystander', 'home', () => 1_000);
    expect(ended.length).toBe(before + 1);
    mine.hold(10);
    mine.close();
    expect(ended).not.toContain('bystander');
  });
});

describe('when memory runs short', () => {
  it('the largest of the address that holds most is ended, and what it held is free', () => {
    const { begin, ended } = world();
    const a = begin('a', '1');
    const b = begin('b', '1');
    const c = begin('c', '2');
    a.hold(300);
    b.hold(250);
    c.hold(400);
    begin('d', '3').hold(100);
    expect(ended).toEqual(['a']);
    expect(() => a.hold(1)).toThrow(expect.objectContaining({ code: 503 }));
    a.close();
    b.hold(200);
    expect(ended).toEqual(['a']);
  });

  it('whoever holds most and asks for more is refused itself', () => {
    const { begin, ended } = world();
    begin('a', '1').hold(300);
    const b = begin('b', '2');
    expect(() => b.hold(800)).toThrow(expect.objectContaining({ code: 503 }));
    expect(ended).toEqual([]);
  });
});

it('an upload of which too little comes in is ended, one that goes on is not', async () => {
  const { begin, ended } = world({ every: 5 });
  let bytes = 0;
  begin('a', '1', () => 3);
  const mine = begin('b', '2', () => (bytes += 10));
  while (ended.length === 0) await pause(1);
  await pause(20);
  expect(ended).toEqual(['a']);
  mine.close();
});
