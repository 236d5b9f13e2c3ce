// The footer: the name, links to pages, and the clock and time zone of the times shown.
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { Logo, formatOffset } from '@vitrine/ui';
import { openSettings } from '../features/settings/index.ts';
import { houseName } from '../page/index.ts';
import { usePreferences } from '../preference/index.ts';
import style from './shell.module.css';

export function Footer() {
  const { t } = useLingui();
  const { offset } = usePreferences();
  const zone = formatOffset(offset);
  return (
    <footer className={style['foot']}>
      <div className="v-max">
        <div className={style['footTop']}>
          <div>
            <Logo name={houseName} />
            <p className="v-12 v-ink-3" style={{ marginTop: 10 }}>
              <Trans>Digital assets can lose all their value.</Trans>
            </p>
          </div>
          <nav
            className={style['footLinks']}
            aria-label={t({ message: 'Footer', comment: 'Name of the footer menu, for screen readers' })}
          >
            <Link to="/quotes/index">
              <Trans comment="Menu entry: all markets with their prices">Markets</Trans>
            </Link>
            <Link to="/exchange/index">
              <Trans>Spot trading</Trans>
            </Link>
            <Link to="/trade/index" search={{ type: 'usta' }}>
              <Trans>USDT perpetuals</Trans>
            </Link>
            <Link to="/trade/index" search={{ type: 'sec' }}>
              <Trans>Second contracts</Trans>
            </Link>
            <Link to="/pledge/index">
              <Trans comment="Menu entry">Staking</Trans>
            </Link>
            <Link to="/finance/investment">
              <Trans comment="Menu entry: fixed-term products">Finance</Trans>
            </Link>
            <Link to="/assets/index" search={{ key: 'recharge' }}>
              <Trans>Deposit</Trans>
            </Link>
            <Link to="/rule/index">
              <Trans comment="Menu entry: the rules of trading">Rules</Trans>
            </Link>
            <Link to="/rate/index">
              <Trans comment="Menu entry: fees and rates">Rates</Trans>
            </Link>
            <Link to="/article/$" params={{ _splat: 'main/index' }}>
              <Trans comment="Menu entry: help articles and announcements">Help</Trans>
            </Link>
            <Link to="/assets/index">
              <Trans comment="Menu entry: the wallet">Assets</Trans>
            </Link>
            <Link to="/user/index" search={{ key: 'termsService' }}>
              <Trans comment="Link and title of a page">Terms of service</Trans>
            </Link>
            <button type="button" onClick={openSettings}>
              <Trans comment="Of the page: language, theme and so on">Settings</Trans>
            </button>
          </nav>
        </div>
        <div className={style['footEnd']}>
          <span>
            <Trans comment="zone: UTC offset such as UTC+8">Times are the exchange’s clock, shown in {zone}.</Trans>
          </span>
          <a href="/docs" className="v-link">
            <Trans comment="Link to the description of the programming interface">API documentation</Trans>
          </a>
        </div>
      </div>
    </footer>
  );
}
