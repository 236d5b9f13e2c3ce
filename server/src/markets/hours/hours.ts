// Trading sessions in absolute time, computed from the calendars; sent to the core as `hours.set` and renewed
// regularly.

import type { CalendarId, CommandOf, Millis } from '@vitrine/core';

import { type Calendar, calendars, LAST_KNOWN_DAY } from './calendars.ts';
import { instantOf, wallTime } from './zones.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Sessions are sent this far ahead. */
export const HORIZON_MS = 366 * DAY;
/** They are sent again once this much of it has passed. */
export const RENEW_MS = 7 * DAY;
/** How far back a session can still matter: the longest session plus the longest holidays. */
const BACK_MS = 14 * DAY;

/** Opening (inclusive) and closing (exclusive), ms UTC. */
export interface Session {
  readonly opens: number;
  readonly closes: number;
}

/** Sessions of a calendar that end after `from` and begin before `to`, in order; adjacent ones are merged. */
export function sessionsBetween(calendar: Calendar, from: number, to: number): Session[] {
  const out: { opens: number; closes: number }[] = [];
  const first = Math.floor(wallTime(calendar.zone, from) / DAY) - 1;
  const last = Math.floor(wallTime(calendar.zone, to) / DAY) + 1;
  for (let number = first; number <= last; number += 1) {
    const day = new Date(number * DAY);
    const name = day.toISOString().slice(0, 10);
    const weekday = day.getUTCDay();
    if (weekday === 0 || weekday === 6 || calendar.holidays.has(name)) continue;
    if (name > LAST_KNOWN_DAY) break;
    const end = calendar.early.get(name) ?? Number.POSITIVE_INFINITY;
    for (const [open, close] of calendar.windows) {
      if (open >= end) continue;
      const opens = instantOf(calendar.zone, number * DAY + open * MINUTE);
      const closes = instantOf(calendar.zone, number * DAY + Math.min(close, end) * MINUTE);
      if (closes <= from || opens >= to) continue;
      const before = out.at(-1);
      if (before !== undefined && before.closes === opens) before.closes = closes;
      else out.push({ opens, closes });
    }
  }
  return out;
}

/** Whether a calendar's market is open at a time, until when, and when it last closed. */
export interface OpenState {
  readonly open: boolean;
  /** Closing time of the last session before `now`; undefined while open or if none is known. */
  readonly closedAt?: number;
  /** When the current session ends; undefined while closed, and for a calendar that never closes. */
  readonly closesAt?: number;
}

/** Hours of every calendar, with a cache of the sessions around the last requested time. */
export interface Hours {
  /** Calendar 0 is always open. */
  at(calendar: number, now: number): OpenState;
  /** The `hours.set` commands that are due now: all at first, then again as the horizon approaches. */
  due(now: number): readonly CommandOf<'hours.set'>[];
  /** The due commands were not accepted: they are due again from this time on. */
  again(from: number): void;
}

/** Hours from the built-in calendars. */
export function hoursOf(): Hours {
  const near = new Map<number, { readonly from: number; readonly to: number; readonly sessions: readonly Session[] }>();
  const byNumber = new Map(Object.values(calendars).map((calendar) => [calendar.number, calendar]));
  /** They are due from this time on; and before `notedAt`, since the clock was wrong when that was noted. */
  let dueFrom = Number.NEGATIVE_INFINITY;
  let notedAt = Number.NEGATIVE_INFINITY;

  const around = (number: number, now: number): readonly Session[] => {
    const known = near.get(number);
    if (known !== undefined && now >= known.from + BACK_MS && now < known.to) return known.sessions;
    const calendar = byNumber.get(number);
    if (calendar === undefined) throw new Error(`expected a known calendar, got ${number}`);
    const from = now - BACK_MS;
    const to = now + DAY;
    // Computed further than cached, so that a session that continues beyond does not appear to end there.
    const sessions = sessionsBetween(calendar, from, to + BACK_MS);
    near.set(number, { from, to, sessions });
    return sessions;
  };

  return {
    at(number, now) {
      if (number === 0) return { open: true };
      let closedAt: number | undefined;
      for (const { opens, closes } of around(number, now)) {
        if (now >= opens && now < closes) return { open: true, closesAt: closes };
        if (closes <= now) closedAt = closes;
      }
      return closedAt === undefined ? { open: false } : { open: false, closedAt };
    },
    due(now) {
      if (now >= notedAt && now < dueFrom) return [];
      notedAt = now;
      dueFrom = now + RENEW_MS;
      return Object.values(calendars).map((calendar) => ({
        name: 'hours.set' as const,
        calendar: calendar.number as CalendarId,
        sessions: sessionsBetween(calendar, now, now + HORIZON_MS).map(({ opens, closes }) => ({
          opens: opens as Millis,
          closes: closes as Millis,
        })),
      }));
    },
    again(from) {
      dueFrom = from;
    },
  };
}
