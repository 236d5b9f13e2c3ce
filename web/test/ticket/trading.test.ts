// What the line and the price let a ticket do: a cut line is said to be cut, never that a price is old.
import { describe, expect, test } from 'vitest';
import { tradingState } from '../../src/ticket/index.ts';

describe('what a ticket may do', () => {
  test.each(['offline', 'reconnecting'] as const)('nothing while the line is %s, whatever the price was', (line) => {
    for (const state of ['valid', 'stale', 'closed', undefined] as const)
      expect(tradingState(state && { state }, line)).toBe('cut');
  });

  test.each(['idle', 'connecting', 'open'] as const)('what the price allows while the line is %s', (line) => {
    expect(tradingState(undefined, line)).toBe('unknown');
    expect(tradingState({ state: 'valid' }, line)).toBe('open');
    expect(tradingState({ state: 'stale' }, line)).toBe('stale');
    expect(tradingState({ state: 'closed' }, line)).toBe('closed');
  });
});
