// The two menus of every bar: language and theme.
import { IconMoon, IconSun, IconWorld } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { Button, IconButton, Menu, locales, type MenuItem } from '@vitrine/ui';
import { prefer, usePreferences } from './store.ts';

/** The sixteen languages, each by its own name. */
export function LanguageMenu() {
  const { t } = useLingui();
  const { language } = usePreferences();
  const items = locales.map<MenuItem>((locale) => ({
    key: locale.code,
    label: <span lang={locale.tag}>{locale.name}</span>,
    chosen: locale.code === language,
    onClick: () => prefer({ language: locale.code }),
  }));
  // The accessible name begins with the visible letters.
  const short = language.slice(0, 2).toUpperCase();
  return (
    <Menu
      label={t`Language`}
      items={items}
      target={
        <Button tone="quiet" size="medium" aria-label={`${short} ${t`Language`}`}>
          <IconWorld className="v-i" stroke={1.75} aria-hidden="true" />
          {short}
        </Button>
      }
    />
  );
}

export function ThemeButton() {
  const { t } = useLingui();
  const { theme } = usePreferences();
  const night = theme === 'theme-night';
  return (
    <IconButton
      label={night ? t`Switch to the light theme` : t`Switch to the dark theme`}
      onClick={() => prefer({ theme: night ? 'theme-daytime' : 'theme-night' })}
    >
      {night ? <IconSun stroke={1.75} aria-hidden="true" /> : <IconMoon stroke={1.75} aria-hidden="true" />}
    </IconButton>
  );
}
