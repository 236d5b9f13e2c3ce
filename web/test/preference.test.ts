// Preferences: one versioned store, defaults of §9, what logout keeps, runtime configuration.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearStored,
  defaultPreferences,
  forgetReader,
  prefer,
  preferences,
  readPreferences,
  writeStored,
} from '../src/preference/index.ts';
import { defaultConfig, readConfig } from '../src/runtime/index.ts';

beforeEach(() => clearStored([]));

describe('§9 defaults', () => {
  it('are CNY, UTC+8 and MM/DD/YYYY', () => {
    expect(defaultPreferences()).toMatchObject({
      currency: 'CNY',
      offset: 480,
      dateFormat: 'MM/DD/YYYY',
      directions: 'green-up',
      showAllAssets: true,
    });
  });
});

describe('the store', () => {
  it('survives any text it may find', () => {
    const defaults = defaultPreferences();
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"version":0}',
      '{"version":1,"offset":99999,"language":"xx","theme":7,"currency":"<b>"}',
    ]) {
      expect(readPreferences(text, defaults)).toEqual(defaults);
    }
    expect(readPreferences('{"version":1,"language":"tw","offset":-720}', defaults)).toMatchObject({
      language: 'tw',
      offset: -720,
    });
  });

  it('keeps everything under its prefix', () => {
    prefer({ language: 'de' });
    expect(Object.keys(localStorage).every((key) => key.startsWith('vitrine:'))).toBe(true);
  });

  it('forgets at logout all but language, theme and time zone (design §6)', () => {
    localStorage.setItem('other', 'stays');
    writeStored('isLogin', '1');
    writeStored('draft', 'x');
    prefer({ language: 'ja', theme: 'theme-night', offset: 540, directions: 'red-up', currency: 'USD' });
    forgetReader([]);
    expect(preferences()).toEqual({ ...defaultPreferences(), language: 'ja', theme: 'theme-night', offset: 540 });
    expect(localStorage.getItem('vitrine:isLogin')).toBeNull();
    expect(localStorage.getItem('vitrine:draft')).toBeNull();
    expect(localStorage.getItem('other')).toBe('stays');
  });
});

describe('runtime configuration', () => {
  it('is read field by field, the rest keeps its default', () => {
    expect(readConfig({ mode: 'live', prefixes: { head: 'v2' }, tokenAgeLimit: 'soon' })).toEqual({
      ...defaultConfig,
      mode: 'live',
      head: 'v2',
    });
    expect(readConfig({ timeouts: { chunk: 60_000, exchange: 1_000 } })).toMatchObject({
      ...{ chunkTimeout: 60_000, exchangeInterval: 1_000 },
    });
    for (const nothing of [undefined, null, 'x', 5]) expect(readConfig(nothing)).toEqual(defaultConfig);
  });
});
