// Trading hours of the home exchanges, in absolute time.

import { describe, expect, it } from 'vitest';

import { calendars } from '../../src/markets/hours/calendars.ts';
import { HORIZON_MS, hoursOf, RENEW_MS, sessionsBetween } from '../../src/markets/hours/hours.ts';
import { instantOf, wallTime } from '../../src/markets/hours/zones.ts';

const iso = (text: string) => Date.parse(text);
const on = (name: keyof typeof calendars, from: string, to: string) =>
  sessionsBetween(calendars[name], iso(from), iso(to)).map(
    ({ opens, closes }) =>
      `${new Date(opens).toISOString().slice(0, 16)} ${new Date(closes).toISOString().slice(0, 16)}`,
  );

describe('hours (§2 categories, parameters: markets)', () => {
  it('turns wall time into absolute time on both sides of a change of daylight time', () => {
    expect(new Date(instantOf('America/New_York', Date.UTC(2026, 2, 6, 9, 30))).toISOString()).toBe(
      '2026-03-06T14:30:00.000Z',
    );
    expect(new Date(instantOf('America/New_York', Date.UTC(2026, 2, 9, 9, 30))).toISOString()).toBe(
      '2026-03-09T13:30:00.000Z',
    );
    expect(wallTime('Asia/Tokyo', Date.UTC(2026, 0, 5, 0))).toBe(Date.UTC(2026, 0, 5, 9));
  });

  it.each(['America/New_York', 'Europe/London', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
    'tells the wall time of each half hour of a year in %s as Intl does',
    (timeZone) => {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      const wrong: string[] = [];
      for (let instant = iso('2026-01-01T00:00Z'); instant < iso('2027-01-01T00:00Z'); instant += 1_800_000)
        if (
          new Date(wallTime(timeZone, instant)).toISOString().slice(0, 19).replace('T', ' ') !== clock.format(instant)
        )
          wrong.push(new Date(instant).toISOString());
      expect(wrong).toEqual([]);
    },
  );

  it('keeps forex open from Sunday 17:00 to Friday 17:00 in New York, an hour earlier in UTC in summer', () => {
    expect(on('forex', '2026-11-21T00:00Z', '2026-11-29T00:00Z')).toEqual(['2026-11-22T22:00 2026-11-27T22:00']);
    expect(on('forex', '2026-07-05T00:00Z', '2026-07-12T00:00Z')).toEqual(['2026-07-05T21:00 2026-07-10T21:00']);
    expect(on('forex', '2026-12-20T00:00Z', '2027-01-08T00:00Z')).toEqual([
      '2026-12-20T22:00 2026-12-24T22:00',
      '2026-12-27T22:00 2026-12-31T22:00',
      '2027-01-03T22:00 2027-01-08T22:00',
    ]);
  });

  it('gives metals and energies a break of an hour a day', () => {
    expect(on('comex', '2026-11-23T00:00Z', '2026-11-25T00:00Z')).toEqual([
      '2026-11-22T23:00 2026-11-23T22:00',
      '2026-11-23T23:00 2026-11-24T22:00',
      '2026-11-24T23:00 2026-11-25T22:00',
    ]);
  });

  it('closes New York on Thanksgiving and early on the day after', () => {
    expect(on('newYork', '2026-11-25T00:00Z', '2026-11-28T00:00Z')).toEqual([
      '2026-11-25T14:30 2026-11-25T21:00',
      '2026-11-27T14:30 2026-11-27T18:00',
    ]);
  });

  it('lets Tokyo, Hong Kong and Shanghai have lunch, and Hong Kong half days', () => {
    expect(on('tokyo', '2026-11-24T00:00Z', '2026-11-25T00:00Z')).toEqual([
      '2026-11-24T00:00 2026-11-24T02:30',
      '2026-11-24T03:30 2026-11-24T06:30',
    ]);
    expect(on('hongKong', '2026-12-24T00:00Z', '2026-12-26T00:00Z')).toEqual(['2026-12-24T01:30 2026-12-24T04:00']);
    expect(on('shanghai', '2026-02-13T00:00Z', '2026-02-24T23:00Z')).toEqual([
      '2026-02-13T01:30 2026-02-13T03:30',
      '2026-02-13T05:00 2026-02-13T07:00',
      '2026-02-24T01:30 2026-02-24T03:30',
      '2026-02-24T05:00 2026-02-24T07:00',
    ]);
  });

  it('opens Frankfurt and London by their own summer time', () => {
    expect(on('frankfurt', '2026-10-23T00:00Z', '2026-10-27T00:00Z')).toEqual([
      '2026-10-23T07:00 2026-10-23T15:30',
      '2026-10-26T08:00 2026-10-26T16:30',
    ]);
    expect(on('london', '2026-12-24T00:00Z', '2026-12-30T00:00Z')).toEqual([
      '2026-12-24T08:00 2026-12-24T12:30',
      '2026-12-29T08:00 2026-12-29T16:30',
    ]);
  });

  it('tells a year of sessions that rise and do not touch, and tells them again in time', () => {
    const hours = hoursOf();
    const now = iso('2026-11-21T12:00Z');
    const first = hours.due(now);
    expect(first.map(({ calendar }) => calendar)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const { sessions, calendar } of first) {
      expect(sessions.length).toBeLessThanOrEqual(2_000);
      expect(sessions.at(-1)!.closes).toBeGreaterThan(now + HORIZON_MS - 10 * 86_400_000);
      for (const [at, { opens, closes }] of sessions.entries()) {
        expect(closes, `calendar ${calendar}`).toBeGreaterThan(opens);
        if (at > 0) expect(opens).toBeGreaterThan(sessions[at - 1]!.closes);
      }
    }
    expect(hours.due(now + RENEW_MS - 1)).toEqual([]);
    expect(hours.due(now + RENEW_MS)).toHaveLength(8);
    hours.again(now + RENEW_MS + 60_000);
    expect(hours.due(now + RENEW_MS + 59_999)).toEqual([]);
    expect(hours.due(now + RENEW_MS + 60_000)).toHaveLength(8);
  });

  it('tells them again after a clock that was ahead is set back (issue 14, 7)', () => {
    const now = iso('2026-11-21T12:00Z');
    const day = 86_400_000;
    for (const again of [false, true]) {
      const hours = hoursOf();
      hours.due(now + day);
      if (again) hours.again(now + day);
      expect(hours.due(now)).toHaveLength(8);
      expect(hours.due(now)).toEqual([]);
    }
  });

  it('knows when a closed market closed last', () => {
    const hours = hoursOf();
    expect(hours.at(1, iso('2026-11-21T12:00Z'))).toEqual({ open: false, closedAt: iso('2026-11-20T22:00Z') });
    expect(hours.at(1, iso('2026-11-22T22:00Z'))).toEqual({ open: true, closesAt: iso('2026-11-27T22:00Z') });
    expect(hours.at(0, iso('2026-11-21T12:00Z'))).toEqual({ open: true });
    expect(hours.at(8, iso('2026-10-08T00:00Z'))).toEqual({ open: false, closedAt: iso('2026-09-30T07:00Z') });
  });
});
