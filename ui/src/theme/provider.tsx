// Mantine with our theme: variables come from static style sheets, the colour scheme from our own store.
import { type ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { theme, type ThemeName } from './theme.ts';

export interface ThemeProviderProps {
  readonly name: ThemeName;
  readonly children: ReactNode;
  /** `test` switches off transitions and delays of portals. */
  readonly env?: 'default' | 'test';
}

export function ThemeProvider({ name, children, env = 'default' }: ThemeProviderProps) {
  return (
    <MantineProvider
      theme={theme}
      env={env}
      withCssVariables={false}
      withStaticClasses={false}
      withGlobalClasses={false}
      forceColorScheme={name === 'theme-night' ? 'dark' : 'light'}
    >
      {children}
    </MantineProvider>
  );
}
