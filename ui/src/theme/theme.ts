// The Mantine theme: the house's ultramarine, radii and shared defaults; colours themselves live in tokens.css.
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Ultramarine, 0 to 9: the one colour of what can be done. */
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

/** The direction sets a user may choose: which colour a rising price takes. */
export const directionSets = ['green-up', 'red-up', 'blue-orange'] as const;
export type DirectionSet = (typeof directionSets)[number];

/** The two themes under the spec's names (§9). */
export const themeNames = ['theme-daytime', 'theme-night'] as const;
export type ThemeName = (typeof themeNames)[number];

/**
 * Puts theme and direction set on the root element.
 * Fires `vitrine:theme` on the window, for surfaces painted with plain values (charts, canvases).
 */
export function applyTheme(
  name: ThemeName,
  directions: DirectionSet,
  root: HTMLElement = document.documentElement,
): void {
  root.dataset['mantineColorScheme'] = name === 'theme-night' ? 'dark' : 'light';
  root.dataset['dir'] = directions;
  globalThis.dispatchEvent(new Event('vitrine:theme'));
}

/** The present plain value of a token, `readToken('up')` reads `--v-up`; call again on `vitrine:theme`. */
export function readToken(name: string, element: Element = document.documentElement): string {
  return getComputedStyle(element).getPropertyValue(`--v-${name}`).trim();
}
