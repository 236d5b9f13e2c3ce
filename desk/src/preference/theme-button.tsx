// Light or dark.
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@vitrine/ui';
import { prefer, usePreferences } from './store.ts';

export function ThemeButton() {
  const { t } = useLingui();
  const { theme } = usePreferences();
  const night = theme === 'theme-night';
  return (
    <IconButton
      data-testid="theme"
      label={night ? t`Switch to the light theme` : t`Switch to the dark theme`}
      onClick={() => prefer({ theme: night ? 'theme-daytime' : 'theme-night' })}
    >
      {night ? <IconSun stroke={1.75} aria-hidden="true" /> : <IconMoon stroke={1.75} aria-hidden="true" />}
    </IconButton>
  );
}
