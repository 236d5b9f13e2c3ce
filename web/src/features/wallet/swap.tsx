// Swap: one coin for another at a quote that holds for ten seconds. When it has run out, one asks anew: nothing changes
// under the pointer.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { useEffect, useReducer, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SwapQuote } from '@vitrine/contract';
import {
  Button,
  Countdown,
  IconButton,
  NumExact,
  NumMoney,
  NumRate,
  NumberField,
  Pane,
  SelectField,
  Time,
  ValueChange,
  WhyLine,
  toast,
  useFormat,
} from '@vitrine/ui';
import { ApiFault, NoAnswer, queryOf, request } from '../../api/index.ts';
import { faultWords, useWrite } from '../../ticket/index.ts';
import { amountOf, firstSwap, reduceSwap, summariseSwap, validateSwap, type SwapFault } from './swap-form.ts';
import style from './wallet.module.css';

/** Digits of a coin whose balance does not show them. */
const USUAL_SCALE = 8;
/** Typing rests so long before a quote is asked for, ms. */
const TYPING_PAUSE = 400;
/** How often the time left is shown anew, ms. */
const TICK = 250;
const SPOT = '1';

export function Swap() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { now } = useFormat();
  const [form, act] = useReducer(reduceSwap, firstSwap);
  const rates = useQuery(queryOf('assets.getCoinRate', {}, 'lazy'));
  const balances = useQuery(queryOf('assets.getCurrencyAccount', { type: SPOT }, 'lazy'));
  const availableOf = (coin: string): string | undefined =>
    balances.data?.find((one) => one.coin === coin)?.available ?? (balances.isSuccess ? '0' : undefined);
  const available = { from: availableOf(form.from), to: availableOf(form.to) };
  const fault = validateSwap(form, available.from);
  const [asked, setAsked] = useState(0);
  const { quote, failure } = useQuote(
    form.from,
    form.to,
    fault?.kind === 'short' || !fault ? amountOf(form) : '',
    asked,
  );
  const left = useLeft(quote);
  const write = useWrite();
  const after = summariseSwap(form, available, quote?.receive);
  const scale = available.from?.split('.')[1]?.length ?? USUAL_SCALE;
  const expired = quote !== undefined && left === 0;
  const refused = write.state.step === 'refused' ? write.state.words : undefined;

  const send = async (sent: SwapQuote): Promise<void> => {
    const settled = await write.run('userCoin.swap', { quoteId: sent.quoteId });
    if (settled === undefined) return;
    toast({
      id: 'swap',
      kind: 'done',
      title: t`Swapped`,
      text: (
        <>
          <NumMoney value={sent.amount} asset={sent.from} showAsset /> →{' '}
          <NumMoney value={sent.receive} asset={sent.to} showAsset />
        </>
      ),
    });
    act({ set: 'amount', amount: '' });
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(assets|userCoin|wallet)\./.test(queryKey[0]),
    });
  };
  const submit = (): void => {
    write.forget();
    // A refused quote is spent, whatever it was refused for: prices have left it.
    if (quote === undefined || expired || refused !== undefined || now() >= quote.expires)
      setAsked((count) => count + 1);
    else if (!fault && write.state.step !== 'sending' && write.state.step !== 'unknown') void send(quote);
  };
  const coins = [
    ...new Set([
      'USDT',
      form.from,
      form.to,
      ...(rates.data?.filter(({ rate }) => rate !== null).map(({ coin }) => coin) ?? []),
    ]),
  ];
  const options = coins.map((key) => ({ key, label: key }));
  return (
    <Pane
      title={<Trans comment="Part of the wallet: one coin for another at a quoted rate">Swap</Trans>}
      padded
      className={style['narrow']}
    >
      <form
        className={style['form']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SelectField
          label={<Trans comment="Coin that is given in a swap">You give</Trans>}
          name="from"
          value={form.from}
          options={options}
          onChange={(coin) => act({ set: 'from', coin })}
        />
        <NumberField
          label={<Trans>Amount</Trans>}
          aside={
            <>
              <Trans>Available</Trans> <NumMoney value={available.from} asset={form.from} unit={form.from} />
            </>
          }
          name="amount"
          value={form.amount}
          onChange={(amount) => {
            write.forget();
            act({ set: 'amount', amount });
          }}
          decimals={scale}
          unit={form.from}
          error={
            fault?.kind === 'short' ? (
              <Trans comment="The amount typed is too large by this much">
                <NumMoney value={fault.lack} asset={form.from} /> {form.from} more than you have available.
              </Trans>
            ) : undefined
          }
          quick={
            <button
              type="button"
              className="v-link"
              disabled={available.from === undefined}
              onClick={() => act({ set: 'amount', amount: available.from ?? '' })}
            >
              <Trans comment="Fills in everything that is available">All</Trans>
            </button>
          }
        />
        <div className={style['turn']}>
          <IconButton label={t`Turn the two coins`} onClick={() => act({ set: 'turn' })}>
            <IconArrowsDownUp stroke={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <SelectField
          label={<Trans comment="Coin that is received in a swap">You receive</Trans>}
          name="to"
          value={form.to}
          options={options}
          onChange={(coin) => act({ set: 'to', coin })}
        />
        <div className={style['receive']} aria-live="polite" data-old={expired || undefined}>
          <NumMoney value={quote?.receive} asset={form.to} showAsset />
        </div>
        <ValueChange
          title={<Trans>If you swap</Trans>}
          rows={[
            {
              key: 'from',
              label: form.from,
              now: <NumMoney value={available.from} asset={form.from} />,
              after: <NumMoney value={after.from} asset={form.from} />,
            },
            {
              key: 'to',
              label: form.to,
              now: <NumMoney value={available.to} asset={form.to} />,
              after: <NumMoney value={after.to} asset={form.to} />,
            },
            {
              key: 'rate',
              label: <Trans comment="What one unit of the given coin brings">Rate, spread included</Trans>,
              only: <NumExact value={quote?.rate} />,
            },
            {
              key: 'spread',
              label: <Trans comment="What buying and selling back would cost">Spread of both sides</Trans>,
              only: <NumRate value={quote?.spread} />,
            },
            {
              key: 'fee',
              label: <Trans comment="What the exchange takes for it">Fee</Trans>,
              only: <NumMoney value="0" asset="USDT" showAsset />,
            },
          ]}
        />
        {quote ? <Ticks quote={quote} /> : null}
        <div>
          <Button
            tone="main"
            size="large"
            wide
            type="submit"
            disabled={fault !== undefined || (quote === undefined && failure === undefined)}
            busy={write.state.step === 'sending' || write.state.step === 'unknown'}
            aria-describedby="swap-why"
            data-testid={expired || failure || refused ? 'quote-anew' : 'swap'}
          >
            {expired || failure || refused ? (
              <Trans comment="Button: the quote has run out">Get a new quote</Trans>
            ) : quote && !fault ? (
              <span>
                <Trans comment="Button with the whole sentence">
                  Swap <NumMoney value={quote.amount} asset={quote.from} /> {quote.from}
                </Trans>
              </span>
            ) : (
              <Trans comment="Part of the wallet: one coin for another at a quoted rate">Swap</Trans>
            )}
          </Button>
          <WhyLine
            id="swap-why"
            need={fault !== undefined || refused !== undefined || failure !== undefined || expired}
          >
            {refused ?? failure ?? (
              <Why
                fault={fault}
                coin={form.from}
                left={left}
                unknown={write.state.step === 'unknown'}
                quoted={quote !== undefined}
              />
            )}
          </WhyLine>
        </div>
      </form>
    </Pane>
  );
}

/** A quote for what is typed, once typing rests; another for each `asked`. */
function useQuote(
  from: string,
  to: string,
  amount: string,
  asked: number,
): { readonly quote: SwapQuote | undefined; readonly failure: string | undefined } {
  // What came belongs to what was asked: for anything else there is nothing yet.
  const [state, setState] = useState<{ readonly of?: string; readonly quote?: SwapQuote; readonly failure?: string }>(
    {},
  );
  const of = [from, to, amount, asked].join(' ');
  useEffect(() => {
    if (amount === '' || /^0*\.?0*$/.test(amount)) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      request('userCoin.swapQuote', { from, to, amount }, { quiet: true, signal: stop.signal }).then(
        (quote) => setState({ of, quote }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
          setState({ of, failure: faultWords(error) });
        },
      );
    }, TYPING_PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [of, from, to, amount]);
  return state.of === of ? { quote: state.quote, failure: state.failure } : { quote: undefined, failure: undefined };
}

/** How long a quote holds still, by the exchange's clock, ms. */
function useLeft(quote: SwapQuote | undefined): number {
  const { now } = useFormat();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (quote === undefined) return undefined;
    const show = (): void => setLeft(Math.max(0, quote.expires - now()));
    show();
    const timer = setInterval(show, TICK);
    return () => clearInterval(timer);
  }, [quote, now]);
  return quote === undefined ? 0 : left;
}

/** The index ticks a quote stands on. */
function Ticks({ quote }: { readonly quote: SwapQuote }) {
  const ticks = [quote.fromTick, quote.toTick].filter((tick) => tick !== null);
  return (
    <p className="v-12 v-ink-3">
      {ticks.map((tick) => (
        <span key={tick.symbol} className={style['tick']}>
          <Trans comment="An index tick: market, price, number in the journal, time">
            {tick.symbol} index <NumExact value={tick.price} /> · #{tick.seq} · <Time at={tick.time} as="clock" />
          </Trans>
        </span>
      ))}
    </p>
  );
}

function Why({
  fault,
  coin,
  left,
  unknown,
  quoted,
}: {
  readonly fault: SwapFault | undefined;
  readonly coin: string;
  readonly left: number;
  readonly unknown: boolean;
  readonly quoted: boolean;
}) {
  if (unknown) return <Trans>We are asking the exchange. It is not sent twice.</Trans>;
  switch (fault?.kind) {
    case 'amount':
      return <Trans>Not yet: an amount is missing.</Trans>;
    case 'zero':
      return <Trans>Not yet: the amount is zero.</Trans>;
    case 'unknown':
      return <Trans>Not yet: your balance is still being read.</Trans>;
    case 'short':
      return (
        <Trans comment="Why the button is disabled: so much is missing">
          <NumMoney value={fault.lack} asset={coin} /> {coin} are missing.
        </Trans>
      );
    case undefined:
      if (!quoted) return <Trans>Asking for a quote.</Trans>;
      if (left === 0) return <Trans>The quote has run out. Nothing was swapped.</Trans>;
      return (
        <Trans comment="How long a quote holds">
          Exactly this or not at all. Holds for <Countdown left={left} /> s.
        </Trans>
      );
  }
}
