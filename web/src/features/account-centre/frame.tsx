// The frame of the account pages: a menu at the side. On the phone the account page lists the same entries with their
// states.
import type { ReactNode } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { isHere, useEntries } from './menu.tsx';
import style from './account-centre.module.css';

export function CentreFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const entries = useEntries();
  return (
    <div className={style['layout']}>
      <nav
        className={style['side']}
        data-testid="centre-menu"
        aria-label={t({ message: 'Account', comment: 'Name of the account centre’s menu, for screen readers' })}
      >
        {entries.map(({ icon: Icon, ...entry }) => (
          <Link key={entry.to} to={entry.to} aria-current={isHere(pathname, entry.to) ? 'page' : undefined}>
            <Icon className="v-i" stroke={1.75} aria-hidden="true" />
            {entry.label}
          </Link>
        ))}
      </nav>
      <main className={style['main']}>{children}</main>
    </div>
  );
}
