// The home page: the promise, the live price with its sources, the markets, how it works, what it costs.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { IconArrowDown, IconNotebook, IconShieldCheck, IconStack2 } from '@tabler/icons-react';
import { symbolKey } from '@vitrine/contract';
import { NumCount, NumRate, buttonClass } from '@vitrine/ui';
import { queryOf, useSession } from '../../api/index.ts';
import { useMarketPrices, useMarkets } from '../../market/index.ts';
import { useTitle } from '../../page/index.ts';
import { runtimeConfig } from '../../runtime/index.ts';
import { Costs } from './costs.tsx';
import { HomeMarkets } from './markets.tsx';
import { PriceCase } from './price-case.tsx';
import style from './home.module.css';

export function HomePage() {
  useTitle(undefined);
  return (
    <main>
      <Hero />
      <div className="v-max">
        <HomeMarkets />
        <Parts />
        <Costs />
      </div>
    </main>
  );
}

function Hero() {
  const session = useSession();
  const practice = runtimeConfig().mode === 'practice';
  const { markets } = useMarkets();
  const prices = useMarketPrices();
  const settings = useQuery(queryOf('common.getAllSetting', {}, 'constant'));
  const ticks = useQuery(queryOf('common.ticks', { symbol: 'BTC_USDT', size: 1 }, 'lazy'));
  const newest = ticks.data?.reduce<(typeof ticks.data)[number] | undefined>(
    (last, tick) => (last && last.seq > tick.seq ? last : tick),
    undefined,
  );
  const btc = markets?.find((market) => symbolKey(market.symbol) === 'btcusdt');
  const price = btc ? prices.of(btc) : undefined;
  const open = markets?.filter((market) => (prices.of(market).state ?? market.state) !== 'closed').length;
  const total = markets?.length;
  return (
    <div className={style['hero']}>
      <div className={`v-max ${style['heroGrid']}`}>
        <div>
          <h1>
            <Trans>The exchange you can see through</Trans>
          </h1>
          <p className={style['lead']}>
            <Trans>
              Every price that moves your money is numbered, sourced and published. Every balance shows what changed it.
              Nobody can set an outcome, and that includes us.
            </Trans>
          </p>
          <div className={style['actions']}>
            {session.state === 'user' ? (
              <Link to="/exchange/index" className={buttonClass({ tone: 'main', size: 'large' })}>
                <Trans>Go to the exchange</Trans>
              </Link>
            ) : (
              <Link to="/user/register" className={buttonClass({ tone: 'main', size: 'large' })}>
                {practice ? <Trans>Open a practice account</Trans> : <Trans>Open an account</Trans>}
              </Link>
            )}
            <a href="#parts" className={buttonClass({ size: 'large' })}>
              <Trans>How it works</Trans>
              <IconArrowDown className="v-i" stroke={1.75} aria-hidden="true" />
            </a>
          </div>
          <dl className={style['facts']}>
            <div>
              <dt>
                <Trans>entries in the journal, none ever changed</Trans>
              </dt>
              <dd>
                <NumCount value={price?.seq ?? newest?.seq} />
              </dd>
            </div>
            <div>
              <dt>
                <Trans>markets open now</Trans>
              </dt>
              <dd>
                {open === undefined || total === undefined ? (
                  '–'
                ) : (
                  <Trans comment="Markets open of all markets">
                    {open} of {total}
                  </Trans>
                )}
              </dd>
            </div>
            <div>
              <dt>
                <Trans>of every fee goes to the safety fund</Trans>
              </dt>
              <dd>
                <NumRate value={settings.data?.fees.safetyShare} decimals={0} />
              </dd>
            </div>
          </dl>
        </div>
        <PriceCase
          first={newest && { tick: newest, sources: newest.sources }}
          change={{ amount: price?.change, percent: price?.percent }}
        />
      </div>
    </div>
  );
}

function Parts() {
  return (
    <section className={style['section']} id="parts">
      <h2 className={style['heading']}>
        <Trans>How it works, in three parts</Trans>
      </h2>
      <div className={style['parts']}>
        <div>
          <IconStack2 size={20} stroke={1.75} aria-hidden="true" />
          <h3>
            <Trans>Prices with their sources</Trans>
          </h3>
          <p>
            <Trans>
              A price is the median of its fresh sources. Old or far-off ones are dropped, and you can see which. Look
              for the small chip next to any price.
            </Trans>
          </p>
        </div>
        <div>
          <IconNotebook size={20} stroke={1.75} aria-hidden="true" />
          <h3>
            <Trans>Balances with their causes</Trans>
          </h3>
          <p>
            <Trans>
              Every balance change is an entry with its cause: an order, a fee, a transfer. The entries always add up to
              your balance.
            </Trans>
          </p>
        </div>
        <div>
          <IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />
          <h3>
            <Trans>A journal that cannot be rewritten</Trans>
          </h3>
          <p>
            <Trans>
              Each order is recorded in the journal before it is confirmed. Every row carries the hash of the one
              before, so an edited row is noticed.
            </Trans>
          </p>
        </div>
      </div>
    </section>
  );
}
