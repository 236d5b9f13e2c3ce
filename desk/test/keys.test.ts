// The keyboard of the desk: which stroke asks for what, and when letters are text (WCAG 2.1.4).
import { describe, expect, it } from 'vitest';
import { bindings, commandOf, type Stroke } from '../src/keys/index.ts';

const stroke = (key: string, change: Partial<Stroke> = {}): Stroke => ({
  key,
  ctrl: false,
  meta: false,
  alt: false,
  typing: false,
  composing: false,
  ...change,
});

describe('the keys J K A R (look §9)', () => {
  it.each([
    ['j', 'next'],
    ['K', 'previous'],
    ['a', 'approve'],
    ['R', 'refuse'],
    ['?', 'help'],
    ['2', 'picture'],
  ])('%s asks for %s', (key, command) => {
    expect(commandOf(stroke(key), true)).toBe(command);
  });

  it('are text inside a field, and while an input method composes', () => {
    for (const binding of bindings.filter((one) => one.single))
      for (const key of binding.shown) expect(commandOf(stroke(key, { typing: true }), true)).toBeUndefined();
    expect(commandOf(stroke('a', { composing: true }), true)).toBeUndefined();
    expect(commandOf(stroke('Enter', { ctrl: true, composing: true }), true)).toBeUndefined();
  });

  it('leave the browser its own combinations', () => {
    for (const key of ['j', 'k', 'a', 'r'])
      for (const change of [{ ctrl: true }, { meta: true }, { alt: true }])
        expect(commandOf(stroke(key, change), true)).toBeUndefined();
  });

  it('can be switched off, but for sending and leaving', () => {
    for (const key of ['j', 'k', 'a', 'r', '?', '/', '1', '+']) expect(commandOf(stroke(key), false)).toBeUndefined();
    expect(commandOf(stroke('Enter', { ctrl: true, typing: true }), false)).toBe('send');
    expect(commandOf(stroke('Escape', { typing: true }), false)).toBe('cancel');
  });

  it('never ask for two things by one key', () => {
    const singles = bindings.flatMap((binding) => (binding.single ? binding.shown : []));
    expect(new Set(singles).size).toBe(singles.length);
  });
});
