// The products of staking or finance: rates, what is sold, and the yield that is promised, paid and reserved.

import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass, CoinRing, NumMoney, NumPercent, NumRate } from '@vitrine/ui';
import { printDecimal } from '@vitrine/core/number';
import { atomsOf, dailyRate, effectiveYearly, type Offer, scaleOf } from './offer.ts';
import { OfferTags, TimesLeft, useProductName } from './words.tsx';
import style from './earn.module.css';

/** Decimals of a yield's rate on these pages. */
const YIELD_DECIMALS = 3;

export function ProductList({ offers }: { readonly offers: readonly Offer[] }) {
  return (
    <ul className={style['products']}>
      {offers.map((offer) => (
        <Product key={offer.id} offer={offer} />
      ))}
    </ul>
  );
}

/** The link to the page on which a product is bought. */
function Choose({ offer, name }: { readonly offer: Offer; readonly name: string }) {
  const look = {
    className: buttonClass({ tone: 'plain' }),
    'data-testid': 'choose',
    'aria-describedby': `earn-${offer.kind}-${offer.id}`,
  };
  const words = <Trans comment="Link: opens the form that buys a product">Choose</Trans>;
  return offer.kind === 'pledge' ? (
    <Link to="/pledge/add" search={{ id: Number(offer.id) }} {...look}>
      {words}
      <span className="v-hidden"> {name}</span>
    </Link>
  ) : (
    <Link to="/finance/detail" search={{ id: Number(offer.id) }} {...look}>
      {words}
      <span className="v-hidden"> {name}</span>
    </Link>
  );
}

/** A product's name, rates and limits. */
export function ProductHead({ offer, action }: { readonly offer: Offer; readonly action?: boolean }) {
  const nameOf = useProductName();
  const { coin } = offer;
  return (
    <div className={style['head']}>
      <div className={style['what']}>
        <CoinRing coin={coin} />
        <div>
          <h3 id={`earn-${offer.kind}-${offer.id}`}>
            {nameOf(offer)} <OfferTags offer={offer} />
          </h3>
          <p className="v-12 v-ink-2">
            <Trans comment="Minimum and maximum stake">
              <NumMoney value={offer.min} asset={coin} /> to <NumMoney value={offer.max} asset={coin} />
            </Trans>{' '}
            {coin} · <TimesLeft offer={offer} />
          </p>
        </div>
      </div>
      <dl className={style['rates']}>
        <div>
          <dd>
            <NumRate value={dailyRate(offer)} decimals={YIELD_DECIMALS} />
          </dd>
          <dt>
            <Trans comment="Of a rate of yield">a day</Trans>
          </dt>
        </div>
        <div>
          <dd>
            <NumRate value={effectiveYearly(offer)} decimals={YIELD_DECIMALS} />
          </dd>
          <dt>
            <Trans comment="Of a rate of yield: if bought again with its yield for a year">a year, effective</Trans>
          </dt>
        </div>
      </dl>
      {action === true ? <Choose offer={offer} name={nameOf(offer)} /> : null}
    </div>
  );
}

function Product({ offer }: { readonly offer: Offer }) {
  return (
    <li className={style['product']} data-testid="product" data-state={offer.state}>
      <ProductHead offer={offer} action />
      <Reserve offer={offer} />
    </li>
  );
}

/** A share of 100 for drawing. */
function share(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${String(Math.min(100, (part / whole) * 100))}%`;
}

/** Yield promised so far, as a bar: paid, owed, and what is still free for further sales. */
export function Reserve({ offer }: { readonly offer: Offer }) {
  const { coin, paid, reserved, free, promised } = offer;
  const [isPaid, isOwed, isFree] = [paid, reserved, free].map(Number) as [number, number, number];
  const whole = isPaid + isOwed + isFree;
  const scale = scaleOf(offer);
  const limit = atomsOf(offer.limit, scale) ?? 0;
  const sold = atomsOf(offer.sold, scale) ?? 0;
  return (
    <div className={style['reserve']}>
      <p className="v-row v-between v-12">
        <span>
          <Trans comment="Yield that was ever promised; an amount">
            Promised <NumMoney value={promised} asset={coin} className="v-strong" />
          </Trans>
        </span>
        <span>
          <Trans comment="Yield that is promised and not yet paid; an amount with its coin">
            Reserved <NumMoney value={reserved} asset={coin} className="v-strong" showAsset />
          </Trans>
        </span>
      </p>
      <div className={style['bar']} aria-hidden="true">
        <i data-of="paid" style={{ width: share(isPaid, whole) }} />
        <i data-of="owed" style={{ width: share(isOwed, whole) }} />
      </div>
      <p className={style['legend']}>
        <span className={style['key']} data-of="paid" />
        <Trans comment="Legend: yield that is paid; an amount">
          paid <NumMoney value={paid} asset={coin} />
        </Trans>
        <span className={style['key']} data-of="owed" />
        <Trans comment="Legend: yield that is promised and not yet paid; an amount">
          owed <NumMoney value={reserved} asset={coin} />
        </Trans>
        <span className={style['key']} data-of="free" />
        <Trans comment="Legend: yield that can still be promised; an amount">
          free <NumMoney value={free} asset={coin} />
        </Trans>
        <span className={style['left']}>
          <Trans comment="Share of a product that is sold, and what can still be bought; an amount with its coin">
            <NumPercent value={limit === 0 ? undefined : printDecimal(Math.floor((sold / limit) * 10_000), 2)} /> sold,{' '}
            <NumMoney value={offer.remainingAmount} asset={coin} showAsset /> left
          </Trans>
        </span>
      </p>
    </div>
  );
}
