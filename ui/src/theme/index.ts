// The look: tokens, theme, price colours.
export { classes } from './classes.ts';
export { applyTheme, directionSets, readToken, theme, themeNames, ultra } from './theme.ts';
export type { DirectionSet, ThemeName } from './theme.ts';
export { ThemeProvider, type ThemeProviderProps } from './provider.tsx';
