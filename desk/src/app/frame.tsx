// The frame of the desk's pages: ribbon in practice mode, page links with counts, the account, keys, theme.
import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { IconLogout } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskMe } from '@vitrine/contract';
import { Logo, Menu, PracticeFrame, PracticeRibbon, SkeletonRows, Tag, Time } from '@vitrine/ui';
import { queryOf, useSession } from '../api/index.ts';
import { KeysButton } from '../keys/index.ts';
import { houseName } from '../page/index.ts';
import { ThemeButton } from '../preference/index.ts';
import { rolesText } from '../words/index.ts';
import { isIn, deskPagesOf } from './pages.ts';
import { signOut } from './session-life.tsx';
import style from './frame.module.css';

/** From this number down, shows how many recovery codes are left. */
const fewCodes = 2;

export function Frame() {
  const session = useSession();
  // After the session ended and before the guard redirects, there is no account to show.
  if (session.state !== 'person') return <SkeletonRows rows={4} />;
  return (
    <>
      {session.me.mode === 'practice' ? (
        <>
          <PracticeRibbon
            words={<Trans>The customers of this exchange trade with play money. Decide as if it were real.</Trans>}
            actions={null}
          />
          <PracticeFrame />
        </>
      ) : null}
      <Bar me={session.me} />
      <main className={style['main']} id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

function Bar({ me }: { readonly me: DeskMe }) {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const left = me.recoveryLeft;
  const summary = useQuery(queryOf('desk.summary', {}, 'queue'));
  const nav = useRef<HTMLElement>(null);
  const counted = summary.data !== undefined;
  // Scrolls the current page's link into view when the links do not fit; counts change their widths.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [pathname, counted]);
  return (
    <header className={style['bar']}>
      <Link to="/">
        <Logo name={houseName} />{' '}
        <span className={style['desk']}>
          <Trans comment="Beside the logo: the operators' console">Desk</Trans>
        </span>
      </Link>
      <nav
        ref={nav}
        className={style['nav']}
        data-testid="sections"
        aria-label={t({ message: 'Sections', comment: 'Name of the main menu, for screen readers' })}
      >
        {deskPagesOf(me.roles).map((page) => {
          const count = summary.data ? page.waits(summary.data) : undefined;
          return (
            <Link key={page.path} to={page.path} aria-current={isIn(pathname, page.path) ? 'page' : undefined}>
              {i18n._(page.label)}
              {count === undefined ? null : (
                <span className={style['count']} data-some={count > 0 || undefined}>
                  <span className="v-hidden">
                    <Trans comment="After a menu entry: how much waits there">{count} waiting</Trans>
                  </span>
                  <span aria-hidden="true">{count}</span>
                </span>
              )}
            </Link>
          );
        })}
      </nav>
      <div className={style['end']}>
        {summary.isError ? (
          <output>
            <Tag tone="warn">
              <Trans comment="The counts of the menu are old">Not refreshed</Trans>
            </Tag>
          </output>
        ) : null}
        {summary.data?.rules.announced.map(({ version, what, from }) => (
          <span key={version} title={what}>
            <Tag tone="warn">
              <Trans comment="version: number of the version of the trading rules; then the time from which it is in force">
                Rules {version} from <Time at={from} as="full" />
              </Trans>
            </Tag>
          </span>
        ))}
        {me.recoveryLeft <= fewCodes ? (
          <Tag tone="warn">
            <Trans comment="left: number of recovery codes not used yet">Recovery codes left: {left}</Trans>
          </Tag>
        ) : null}
        <KeysButton />
        <ThemeButton />
        <PersonMenu me={me} />
      </div>
    </header>
  );
}

function PersonMenu({ me }: { readonly me: DeskMe }) {
  const { t } = useLingui();
  const roles = rolesText(me.roles);
  const name = me.person.name;
  return (
    <Menu
      label={t`Your account`}
      title={
        <>
          {name} · {roles}
        </>
      }
      items={[
        {
          key: 'out',
          label: t`Log out`,
          icon: <IconLogout size={16} stroke={1.75} aria-hidden="true" />,
          onClick: () => void signOut(false),
        },
      ]}
      target={
        <button type="button" className={style['who']} title={roles}>
          <span className={style['whoName']}>{name}</span>
          <span className={style['whoRoles']}>{roles}</span>
        </button>
      }
    />
  );
}
