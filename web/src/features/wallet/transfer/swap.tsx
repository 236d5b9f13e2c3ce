// Swap: one coin for another at the next index price. The page shows an estimate and the minimum received; the order
// waits half a second, then the page shows its outcome.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { useEffect, useReducer, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SwapQuote } from '@vitrine/contract';
import {
  Button,
  IconButton,
  NumExact,
  NumMoney,
  NumRate,
  NumberField,
  Pane,
  SelectField,
  ValueChange,
  WhyLine,
} from '@vitrine/ui';
import { ApiFault, NoAnswer, queryOf, request } from '../../../api/index.ts';
import { faultWords, RefusedWords, useWrite } from '../../../ticket/index.ts';
import { Hint } from '../../../hint/index.ts';
import { amountOf, firstSwap, reduceSwap, summariseSwap, validateSwap, type SwapFault } from './swap-form.ts';
import { PlacedSwap, useNewestSwap } from './swap-placed.tsx';
import style from '../wallet.module.css';

/** Default decimals of a coin whose balance is not loaded. */
const USUAL_SCALE = 8;
/** Delay between the last keystroke and a quote, ms. */
const TYPING_PAUSE = 400;
/** Refresh interval of an estimate, ms: prices move. */
const REFRESH = 10_000;
const SPOT = '1';

export function Swap() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [form, act] = useReducer(reduceSwap, firstSwap);
  const rates = useQuery(queryOf('assets.getCoinRate', {}, 'lazy'));
  const balances = useQuery(queryOf('assets.getCurrencyAccount', { type: SPOT }, 'lazy'));
  const availableOf = (coin: string): string | undefined =>
    balances.data?.find((one) => one.coin === coin)?.available ?? (balances.isSuccess ? '0' : undefined);
  const available = { from: availableOf(form.from), to: availableOf(form.to) };
  const fault = validateSwap(form, available.from);
  const [asked, setAsked] = useState(0);
  const [placed, setPlaced] = useState<string>();
  const newest = useNewestSwap();
  const waiting = newest?.state === 'waiting';
  const { quote, failure } = useQuote(form.from, form.to, fault || waiting ? '' : amountOf(form), asked);
  const write = useWrite();
  const after = summariseSwap(form, available, quote?.receive);
  const scale = available.from?.split('.')[1]?.length ?? USUAL_SCALE;
  const refused = write.state.step === 'refused' ? write.state : undefined;

  const send = async ({ from, to, amount, least }: SwapQuote): Promise<void> => {
    const settled = await write.run('userCoin.swap', { from, to, amount, least });
    if (settled === undefined) return;
    setPlaced(settled.how === 'answered' ? settled.data.id : settled.id);
    act({ set: 'amount', amount: '' });
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(assets|userCoin|wallet)\./.test(queryKey[0]),
    });
  };
  const busy = write.state.step === 'sending' || write.state.step === 'unknown';
  const submit = (): void => {
    write.forget();
    if (quote === undefined || refused !== undefined) setAsked((count) => count + 1);
    else if (!fault && !busy) void send(quote);
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
      title={
        <Hint of="swap">
          <Trans comment="Part of the wallet: one coin for another at a quoted rate">Swap</Trans>
        </Hint>
      }
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
          label={
            <Trans context="swap" comment="Coin that is given in a swap">
              You pay
            </Trans>
          }
          name="from"
          value={form.from}
          options={options}
          onChange={(coin) => act({ set: 'from', coin })}
        />
        <NumberField
          label={<Trans context="money">Amount</Trans>}
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
                You need <NumMoney value={fault.lack} asset={form.from} /> {{ coin: form.from }} more.
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
          <IconButton label={t`Switch the two coins`} onClick={() => act({ set: 'turn' })}>
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
        <div className={style['receive']} aria-live="polite">
          <NumMoney value={quote?.receive} asset={form.to} showAsset />
        </div>
        <ValueChange
          pending={busy}
          title={<Trans comment="Head: figures after the swap">If you swap</Trans>}
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
              key: 'least',
              label: <Trans comment="A swap that would bring less than this is not executed">Minimum received</Trans>,
              only: <NumMoney value={quote?.least} asset={form.to} showAsset />,
            },
            {
              key: 'rate',
              label: <Trans comment="What one unit of the given coin brings">Rate, spread included</Trans>,
              only: <NumExact value={quote?.rate} />,
            },
            {
              key: 'spread',
              label: <Trans comment="What a swap costs against the index, both coins together">Spread</Trans>,
              only: <NumRate value={quote?.spread} />,
            },
            {
              key: 'fee',
              label: <Trans comment="What the exchange takes for it">Fee</Trans>,
              only: <NumMoney value="0" asset="USDT" showAsset />,
            },
          ]}
        />
        {quote ? <Legs quote={quote} /> : null}
        <div>
          <Button
            tone="main"
            size="large"
            wide
            type="submit"
            disabled={fault !== undefined || waiting || (quote === undefined && failure === undefined)}
            busy={busy}
            aria-describedby="swap-why"
            data-testid={failure || refused ? 'quote-anew' : 'swap'}
          >
            {failure || refused ? (
              <Trans comment="Button: asks again what a swap would bring">Get a new estimate</Trans>
            ) : quote && !fault ? (
              <span>
                <Trans comment="Button with the whole sentence">
                  Swap <NumMoney value={quote.amount} asset={quote.from} /> {{ coin: quote.from }}
                </Trans>
              </span>
            ) : (
              <Trans comment="Part of the wallet: one coin for another at a quoted rate">Swap</Trans>
            )}
          </Button>
          <WhyLine id="swap-why" need={fault !== undefined || refused !== undefined || failure !== undefined}>
            {refused ? (
              <RefusedWords state={refused} />
            ) : (
              (failure ?? (
                <Why
                  fault={fault}
                  coin={form.from}
                  unknown={write.state.step === 'unknown'}
                  waiting={waiting}
                  quoted={quote !== undefined}
                />
              ))
            )}
          </WhyLine>
        </div>
        {newest && (waiting || newest.id === placed) ? <PlacedSwap swap={newest} /> : null}
      </form>
    </Pane>
  );
}

/** A quote for the typed amount after a typing pause; another for each `asked`, and as prices move. */
function useQuote(
  from: string,
  to: string,
  amount: string,
  asked: number,
): { readonly quote: SwapQuote | undefined; readonly failure: string | undefined } {
  // The result belongs to its request; another request has none yet.
  const [state, setState] = useState<{ readonly of?: string; readonly quote?: SwapQuote; readonly failure?: string }>(
    {},
  );
  const of = [from, to, amount, asked].join(' ');
  useEffect(() => {
    if (amount === '' || /^0*\.?0*$/.test(amount)) return undefined;
    const stop = new AbortController();
    const ask = (): void => {
      request('userCoin.swapQuote', { from, to, amount }, { quiet: true, signal: stop.signal }).then(
        (quote) => setState({ of, quote }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
          setState({ of, failure: faultWords(error) });
        },
      );
    };
    const first = setTimeout(ask, TYPING_PAUSE);
    const again = setInterval(ask, REFRESH);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      stop.abort();
    };
  }, [of, from, to, amount]);
  return state.of === of ? { quote: state.quote, failure: state.failure } : { quote: undefined, failure: undefined };
}

/** The components of the spread of each leg. */
function Legs({ quote }: { readonly quote: SwapQuote }) {
  return (
    <p className="v-12 v-ink-3">
      {[quote.fromLeg, quote.toLeg].map(({ symbol, price, half, range }) =>
        symbol === null ? null : (
          <span key={symbol} className={style['tick']}>
            <Trans comment="An index, its half-spread in percent, and the range of the index in the last ten seconds">
              {symbol} index <NumExact value={price} /> · half-spread <NumRate value={half} /> · 10 s range{' '}
              <NumRate value={range} />
            </Trans>
          </span>
        ),
      )}
    </p>
  );
}

function Why({
  fault,
  coin,
  unknown,
  waiting,
  quoted,
}: {
  readonly fault: SwapFault | undefined;
  readonly coin: string;
  readonly unknown: boolean;
  readonly waiting: boolean;
  readonly quoted: boolean;
}) {
  if (unknown)
    return (
      <span role="status" data-testid="unknown">
        <Trans>We are checking with the exchange. It is not sent twice.</Trans>
      </span>
    );
  if (waiting) return <Trans>Your last swap is still waiting for its price.</Trans>;
  switch (fault?.kind) {
    case 'amount':
      return <Trans>Not yet: enter an amount.</Trans>;
    case 'zero':
      return <Trans>Not yet: the amount is zero.</Trans>;
    case 'unknown':
      return <Trans>Not yet: your balance is loading.</Trans>;
    case 'short':
      return (
        <Trans comment="Why the button is disabled: so much is missing">
          You need <NumMoney value={fault.lack} asset={coin} /> {coin} more.
        </Trans>
      );
    case undefined:
      if (!quoted) return <Trans>Calculating an estimate.</Trans>;
      return <Trans>Executed at the next index price after half a second, but never below your minimum.</Trans>;
  }
}
