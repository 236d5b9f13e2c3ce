// The terminal as text: headings and sentences, the same ticket and lists, and a price that is announced at intervals.
// For screen readers, and for users who prefer text.

import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  Countdown,
  Empty,
  NumAmount,
  NumPercent,
  NumPrice,
  NumRate,
  Segmented,
  Time,
  formatPrice,
  useFormat,
} from '@vitrine/ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type BookStore, fromSteps, usePrice, useSelected } from '../../live/index.ts';
import { useNow } from '../../market/index.ts';
import { prefer } from '../../preference/index.ts';
import style from './screen-reader.module.css';
import { isToSay, SAY_EVERY, type Said, type SayEvery } from './events.ts';

/** Levels per side described as text. */
const LEVELS = 5;
/** Polling interval of the book text, ms: nobody reads faster. */
const BOOK_MS = 2_000;

/** A market for the text terminal. */
export interface AnnouncedMarket {
  readonly symbol: string;
  /** Kind of its streams. */
  readonly kind: number;
  /** `BTC/USDT`. */
  readonly name: string;
  /** Unit of quantities, and of prices. */
  readonly unit: string;
  readonly quote: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

export interface AnnouncedProps {
  readonly market: AnnouncedMarket;
  readonly book: BookStore;
  /** The link to another market. */
  readonly markets: ReactNode;
  readonly ticket: ReactNode;
  /** Positions, orders, assets. */
  readonly lists: ReactNode;
}

interface Top {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
interface Level {
  readonly price: string;
  readonly quantity: string;
}

const nothing: Top = { bids: [], asks: [] };
const sameTop = (a: Top, b: Top): boolean => JSON.stringify(a) === JSON.stringify(b);

export function AnnouncedTerminal({ market, book, markets, ticket, lists }: AnnouncedProps) {
  const { t } = useLingui();
  const { name } = market;
  const top = useSelected(
    book,
    useCallback((store: BookStore): Top => {
      const level = (one: BookStore['bids'][number]): Level => ({
        price: fromSteps(one.ticks, store.scale.tickDecimals),
        quantity: fromSteps(one.lots, store.scale.lotDecimals),
      });
      return { bids: store.bids.slice(0, LEVELS).map(level), asks: store.asks.slice(0, LEVELS).map(level) };
    }, []),
    nothing,
    BOOK_MS,
    sameTop,
  );
  return (
    <main className={`v-max ${style['page']}`} data-testid="spoken">
      <div className="v-row v-between v-wrap">
        <h1>{t({ message: `${name} as text`, comment: 'Title of the terminal in words' })}</h1>
        <Button data-testid="terminal" onClick={() => prefer({ spoken: false })}>
          <Trans comment="Leaves the terminal in words">Show the terminal</Trans>
        </Button>
      </div>
      <Said market={market} />
      <section aria-labelledby="spoken-price" className={style['section']}>
        <h2 id="spoken-price">
          <Trans>Price</Trans>
        </h2>
        <PriceWords market={market} />
      </section>
      <section aria-labelledby="spoken-book" className={style['section']}>
        <h2 id="spoken-book">
          <Trans comment="Bids and asks of a market">Order book</Trans>
        </h2>
        <BookWords market={market} top={top} />
      </section>
      <section aria-label={t`Order form`} className={style['section']}>
        <h2>
          <Trans>Order form</Trans>
        </h2>
        <div className={style['ticket']}>{ticket}</div>
      </section>
      <section aria-label={t`Positions, orders and assets`} className={style['section']}>
        <h2>
          <Trans>Positions, orders and assets</Trans>
        </h2>
        <div className={style['wide']}>{lists}</div>
      </section>
      <section aria-label={t`Markets`} className={style['section']}>
        <h2>
          <Trans>Markets</Trans>
        </h2>
        <div className={style['wide']}>{markets}</div>
      </section>
    </main>
  );
}

/** The announced line: a polite live region, updated at the chosen interval, or earlier after a large move. */
function Said({ market }: Pick<AnnouncedProps, 'market'>) {
  const price = usePrice(market.symbol, market.kind);
  const { t } = useLingui();
  const { tag } = useFormat();
  const [every, setEvery] = useState<SayEvery>(30);
  const [line, setLine] = useState('');
  const said = useRef<Said>({ price: undefined, at: 0 });
  const now = useNow(1_000);
  const last = price?.indexPrice;
  const { name } = market;
  const words = useCallback(
    (value: string): string => {
      const shown = formatPrice(value, market.tickDecimals, { tag });
      return t({
        message: `${name} at ${shown}`,
        comment: 'Said by a screen reader: a market and its price',
      });
    },
    [name, market.tickDecimals, tag, t],
  );
  const say = useCallback(
    (value: string, at: number): void => {
      said.current = { price: value, at };
      setLine(words(value));
    },
    [words],
  );
  useEffect(() => {
    if (last === undefined || !isToSay(said.current, last, every, now)) return undefined;
    // Updates after this render: a live region announces changes only.
    const timer = setTimeout(() => say(last, now));
    return () => clearTimeout(timer);
  }, [last, every, now, say]);
  return (
    <div className={style['said']}>
      <Segmented
        label={t({ message: 'Speak the price', comment: 'How often a screen reader says the price' })}
        value={String(every)}
        choices={SAY_EVERY.map((seconds) => ({
          key: String(seconds),
          label:
            seconds === 0 ? (
              <Trans comment="The price is said only when asked for">on request</Trans>
            ) : (
              <Trans comment="The price is said at most this often">every {seconds} s</Trans>
            ),
        }))}
        onChange={(key) => setEvery(SAY_EVERY.find((seconds) => String(seconds) === key) ?? 30)}
      />
      <Button disabled={last === undefined} data-testid="say-now" onClick={() => last !== undefined && say(last, now)}>
        <Trans comment="Button: the price is said at once">Speak it now</Trans>
      </Button>
      <p aria-live="polite" className="v-num" data-testid="said">
        {line}
      </p>
    </div>
  );
}

function PriceWords({ market }: Pick<AnnouncedProps, 'market'>) {
  const price = usePrice(market.symbol, market.kind);
  const now = useNow(1_000);
  if (price === undefined)
    return (
      <Empty title={<Trans>No price yet</Trans>}>
        <Trans comment="Data is loading">It is on its way.</Trans>
      </Empty>
    );
  const at = (value: string | undefined) => (
    <NumPrice className="v-strong" value={value} decimals={market.tickDecimals} unit={market.quote} />
  );
  const last = at(price.close);
  const index = at(price.indexPrice);
  const mark = at(price.markPrice);
  const low = at(price.low24);
  const high = at(price.high24);
  return (
    <ul className={style['list']}>
      <li>
        {price.close === undefined ? (
          <Trans>No trades in this market yet</Trans>
        ) : (
          <Trans comment="A price, and when it was traded">
            Last trade at {last}, <Time at={price.tradeTime} />.
          </Trans>
        )}
      </li>
      <li data-testid="index">
        <Trans>Index at {index}.</Trans>
      </li>
      {price.markPrice === undefined ? null : (
        <li>
          <Trans>Mark price at {mark}.</Trans>
        </li>
      )}
      <li>
        <Trans comment="Change, high and low of 24 hours">
          In 24 hours <NumPercent value={price.priceChangePercent} sign="always" />, between {low} and {high}.
        </Trans>
      </li>
      {price.fundingRate === undefined || price.nextFundingTime === undefined ? null : (
        <li>
          <Trans comment="Funding rate and the time until it is paid">
            Funding <NumRate value={price.fundingRate} decimals={4} sign="always" /> in{' '}
            <Countdown left={Math.max(0, price.nextFundingTime - now)} />.
          </Trans>
        </li>
      )}
      {price.state === undefined || price.state === 'valid' ? null : (
        <li className="v-warn">
          {price.state === 'closed' ? <Trans>The market is closed.</Trans> : <Trans>The price is not fresh.</Trans>}
        </li>
      )}
    </ul>
  );
}

function BookWords({ market, top }: { readonly market: AnnouncedMarket; readonly top: Top }) {
  const rows = (levels: readonly Level[]) =>
    levels.map((level) => (
      <li key={level.price}>
        <Trans comment="A level of the order book: quantity at a price">
          <NumAmount value={level.quantity} decimals={market.lotDecimals} unit={market.unit} /> at{' '}
          <NumPrice value={level.price} decimals={market.tickDecimals} unit={market.quote} />
        </Trans>
      </li>
    ));
  if (top.bids.length === 0 && top.asks.length === 0)
    return (
      <p className="v-ink-2">
        <Trans>The order book is empty.</Trans>
      </p>
    );
  return (
    <div className={style['book']}>
      <div>
        <h3>
          <Trans comment="Best orders to sell, which one can buy from">You can buy</Trans>
        </h3>
        <ol>{rows(top.asks)}</ol>
      </div>
      <div>
        <h3>
          <Trans comment="Best orders to buy, which one can sell to">You can sell</Trans>
        </h3>
        <ol>{rows(top.bids)}</ol>
      </div>
    </div>
  );
}
