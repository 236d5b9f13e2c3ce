// Mantine with our theme. Its own provider brings its palette, its variables and a colour scheme store to the first
// page, about 10 kB of code; ours come from static style sheets and `applyTheme`.
import { useMemo, type ReactNode } from 'react';
import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { theme, type ThemeName } from './theme.ts';

export interface ThemeProviderProps {
  readonly name: ThemeName;
  readonly children: ReactNode;
  /** `test` switches off transitions and delays of portals. */
  readonly env?: 'default' | 'test';
}

/** The theme is chosen with `applyTheme`, never through Mantine. */
function unused(): never {
  throw new Error('expected a theme from applyTheme; a Mantine component tried to set the colour scheme');
}

export function ThemeProvider({ name, children, env = 'default' }: ThemeProviderProps) {
  const value = useMemo(
    () => ({
      colorScheme: name === 'theme-night' ? ('dark' as const) : ('light' as const),
      setColorScheme: unused,
      clearColorScheme: unused,
      getRootElement: () => document.documentElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: false,
      env,
    }),
    [name, env],
  );
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
