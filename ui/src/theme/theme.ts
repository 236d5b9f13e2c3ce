// The Mantine theme: ultramarine, radii and shared defaults. tokens.css defines the colours.
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Ultramarine, shades 0 to 9: the one colour of actions. */
export const ultra: MantineColorsTuple = [
  '#eef0fe',
  '#dde1fd',
  '#c3c9fb',
  '#98a3ff',
  '#6f7cf7',
  '#4f5df0',
  '#2f3ccf',
  '#242fae',
  '#1d2689',
  '#171d5f',
];

export const theme = createTheme({
  colors: { ultra },
  primaryColor: 'ultra',
  primaryShade: { light: 6, dark: 5 },
  defaultRadius: 6,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  focusRing: 'never',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

/** The price colour sets that a user may choose: which colour a rising price takes. */
export const directionSets = ['green-up', 'red-up', 'blue-orange'] as const;
export type DirectionSet = (typeof directionSets)[number];

/** The two themes, named as in the spec (§9). */
export const themeNames = ['theme-daytime', 'theme-night'] as const;
export type ThemeName = (typeof themeNames)[number];

/**
 * Sets theme and price colours on the root element. Dispatches `vitrine:theme` on the window, for charts and canvases
 * that paint with plain values.
 */
export function applyTheme(
  name: ThemeName,
  directions: DirectionSet,
  root: HTMLElement = document.documentElement,
): void {
  root.dataset['mantineColorScheme'] = name === 'theme-night' ? 'dark' : 'light';
  root.dataset['dir'] = directions;
  // Mantine's style sheets calm their transitions by it where the system asks for less motion.
  root.dataset['respectReducedMotion'] = 'true';
  globalThis.dispatchEvent(new Event('vitrine:theme'));
}

/** The current plain value of a token: `readToken('up')` reads `--v-up`. Call again on `vitrine:theme`. */
export function readToken(name: string, element: Element = document.documentElement): string {
  return getComputedStyle(element).getPropertyValue(`--v-${name}`).trim();
}
