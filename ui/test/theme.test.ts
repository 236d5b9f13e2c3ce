// The tokens: every theme and direction set defines them all, and text on its grounds has the contrast of WCAG AA (look §2).
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyTheme } from '../src/index.ts';

const css = readFileSync(`${import.meta.dirname}/../src/theme/tokens.css`, 'utf8');

function block(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/--v-([a-z0-9-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1], match[2]]),
  );
}
const light = block(':root');
const dark = { ...light, ...block(":root[data-mantine-color-scheme='dark']") };

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const text: readonly (readonly [text: string, ground: string, least: number])[] = [
  ['ink', 'canvas', 4.5],
  ['ink-2', 'sunk', 4.5],
  ['ink-3', 'canvas', 4.5],
  ['ink-3', 'hover', 4.5],
  ['accent-text', 'accent-tint', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['warn', 'warn-tint', 4.5],
  ['pencil-ink', 'pencil', 4.5],
  ['pencil-ink', 'pencil-2', 4.5],
  ['edge', 'sheet', 3],
  ...(['green', 'red', 'cyan', 'orange'] as const).flatMap(
    (colour) =>
      [
        [colour, 'sheet', 4.5],
        [colour, `${colour}-tint`, 4.5],
        ['on-dir', `${colour}-fill`, 4.5],
        ['ink-2', `${colour}-tint-2`, 4.5],
      ] as const,
  ),
];

describe('contrast', () => {
  it.each(text)('%s on %s is at least %d, light and dark', (front, ground, least) => {
    expect(contrast(light[front]!, light[ground]!)).toBeGreaterThanOrEqual(least);
    expect(contrast(dark[front]!, dark[ground]!)).toBeGreaterThanOrEqual(least);
  });
});

describe('themes', () => {
  it('are put on the root by the spec’s names (§9) and announced', () => {
    const heard: string[] = [];
    globalThis.addEventListener('vitrine:theme', () => heard.push('theme'));
    applyTheme('theme-night', 'red-up');
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    expect(document.documentElement.dataset['dir']).toBe('red-up');
    expect(heard).toEqual(['theme']);
  });
});
