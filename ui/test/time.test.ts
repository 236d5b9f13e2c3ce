// Times: the user's format and zone, countdowns and ages (§9, look §6).
import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatClock,
  formatCountdown,
  formatDateTime,
  formatExport,
  formatMoment,
  formatOffset,
  periodOf,
  zoneOffsets,
  preferredLocale,
  localeTag,
} from '../src/index.ts';

const at = Date.UTC(2026, 10, 21, 6, 5, 32, 118);
const hongKong = { offset: 480, format: 'MM/DD/YYYY' } as const;

describe('§9 times', () => {
  it('print in the user’s zone and format', () => {
    expect(formatDateTime(at, hongKong)).toBe('11/21/2026 14:05:32');
    expect(formatDateTime(at, { offset: -210, format: 'DD.MM.YYYY' }, 'minute')).toBe('21.11.2026 02:35');
    expect(formatClock(at, 480, 'millisecond')).toBe('14:05:32.118');
    expect(formatExport(at, 0)).toBe('2026-11-21 06:05:32');
  });

  it('print the clock today and the day otherwise, by the reader’s midnight', () => {
    expect(formatMoment(at, at + 3_600_000, hongKong)).toBe('14:05:32');
    expect(formatMoment(at, Date.UTC(2026, 10, 21, 16, 0, 0), hongKong)).toBe('11/21/2026 14:05');
  });

  it('offer every zone from −12 to +14', () => {
    expect(zoneOffsets[0]).toBe(-720);
    expect(zoneOffsets.at(-1)).toBe(840);
    for (let hour = -12; hour <= 14; hour += 1) expect(zoneOffsets).toContain(hour * 60);
    expect(formatOffset(480)).toBe('UTC+8');
    expect(formatOffset(-210)).toBe('UTC\u22123:30');
  });

  it('count down in seconds below 100, else as HH:MM:SS', () => {
    expect(formatCountdown(99_000)).toBe('99');
    expect(formatCountdown(100_000)).toBe('00:01:40');
    expect(formatCountdown(1)).toBe('1');
    expect(formatCountdown(-5)).toBe('0');
    expect(formatCountdown(90_061_000)).toBe('25:01:01');
  });

  it('tell ages in tenths under 10 s', () => {
    expect(formatAge(349)).toBe('0.3 s');
    expect(formatAge(349, ',')).toBe('0,3 s');
    expect(formatAge(14_900)).toBe('14 s');
    expect(formatAge(3_600_000)).toBe('01:00:00');
  });
});

describe('§1 languages', () => {
  it('follow the browser', () => {
    expect(preferredLocale(['zh-HK', 'en'])).toBe('tw');
    expect(preferredLocale(['zh-CN'])).toBe('zh');
    expect(preferredLocale(['fil-PH'])).toBe('tl-PH');
    expect(preferredLocale(['pt-BR'])).toBe('pt');
    expect(preferredLocale(['xx', 'de-AT'])).toBe('de');
    expect(preferredLocale([])).toBe('en');
  });

  it('have tags that Intl knows', () => {
    expect(localeTag('tw')).toBe('zh-Hant-TW');
    expect(localeTag('zh')).toBe('zh-Hans-CN');
    expect(localeTag('tl-PH')).toBe('fil-PH');
  });
});

describe('§9 periods of lists', () => {
  const eightEast = 480;

  it('begin and end with days of the reader’s zone, the last day included', () => {
    expect(periodOf({ from: '2026-11-21', to: '2026-11-21' }, eightEast)).toEqual({
      startTime: Date.UTC(2026, 10, 20, 16),
      endTime: Date.UTC(2026, 10, 21, 16),
    });
  });

  it('stay open where no day is said, or what is said is none', () => {
    expect(periodOf({}, eightEast)).toEqual({});
    expect(periodOf({ from: 'soon', to: '2026-11-21' }, 0)).toEqual({ endTime: Date.UTC(2026, 10, 22) });
  });
});
