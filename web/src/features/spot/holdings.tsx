// Below the ticket: the user's balance of the base coin, and (if it fits) their fee tier.

import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { NumMoney, NumRate, ValueChange } from '@vitrine/ui';
import { useSession } from '../../api/index.ts';
import { type OrdersStore, useSelected, useUserFeed } from '../../live/index.ts';
import { ticketStyle } from '../../ticket/index.ts';
import { Hint } from '../../hint/index.ts';
import { tierOf, useSettings, useSpotBalances } from './facts.ts';
import type { MarketRules } from './calculate.ts';
import style from './spot.module.css';

export function Holdings({ rules }: { readonly rules: MarketRules }) {
  const { state } = useSession();
  const user = useUserFeed();
  const { base } = useSpotBalances(rules);
  const orders = useSelected(
    user?.orders,
    (store: OrdersStore) => store.of(rules.symbol).filter(({ direction }) => direction === 2).length,
    0,
  );
  if (state !== 'user') return null;
  return (
    <section className={style['block']}>
      <div className={ticketStyle['line']}>
        <h2>
          <Trans comment="What one has of a coin">Your {{ coin: rules.base }}</Trans>
        </h2>
        <Link to="/assets/index" className="v-link">
          <Trans>Assets</Trans>
        </Link>
      </div>
      <ValueChange
        small
        rows={[
          {
            key: 'available',
            label: <Trans>Available</Trans>,
            only: (
              <NumMoney
                className="v-strong"
                value={base?.available ?? '0'}
                asset={rules.base}
                scale={rules.baseScale}
              />
            ),
          },
          {
            key: 'held',
            label:
              orders > 0 ? (
                <HeldWords orders={orders} />
              ) : (
                <Hint of="inUse">
                  <Trans>In use</Trans>
                </Hint>
              ),
            only: (
              <NumMoney className="v-strong" value={base?.held ?? '0'} asset={rules.base} scale={rules.baseScale} />
            ),
          },
        ]}
      />
    </section>
  );
}

function HeldWords({ orders }: { orders: number }) {
  return orders === 1 ? (
    <Trans comment="Reserved by one order">Used by 1 order</Trans>
  ) : (
    <Trans comment="Number of open sell orders">Used by {orders} orders</Trans>
  );
}

export function FeeTier() {
  const { user } = useSession();
  const settings = useSettings();
  const tiers = settings?.fees.tiers;
  const tier = tierOf(tiers, user?.vip ?? 0);
  if (!settings || !tier) return null;
  const next = tiers?.find(({ tier: number }) => number === tier.tier + 1);
  return (
    <section className={style['block']}>
      <div className={ticketStyle['line']}>
        <h2>
          <Trans>Your fee tier</Trans>
        </h2>
      </div>
      <ValueChange
        small
        rows={[
          {
            key: 'maker',
            label: (
              <Hint of="maker">
                <Trans>Maker, your order waited</Trans>
              </Hint>
            ),
            only: <NumRate className="v-strong" value={tier.spotMaker} />,
          },
          {
            key: 'taker',
            label: (
              <Hint of="taker">
                <Trans>Taker, it filled at once</Trans>
              </Hint>
            ),
            only: <NumRate className="v-strong" value={tier.spotTaker} />,
          },
          ...(next
            ? [
                {
                  key: 'next',
                  label: <Trans>Next tier, 30-day volume from</Trans>,
                  only: <NumMoney className="v-strong" value={next.volume} asset="USDT" showAsset />,
                },
              ]
            : []),
          {
            key: 'safety',
            label: <Trans>Safety fund gets, of each fee</Trans>,
            only: <NumRate className="v-strong" value={settings.fees.safetyShare} />,
          },
        ]}
      />
    </section>
  );
}
