// The ticket of staking and finance: amount, what comes back, wallets before and after, and the purchase.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, NumberField, NumMoney, NumRate, Time, toast, useFormat, ValueChange, WhyLine } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { queryOf, useSession } from '../../api/index.ts';
import { RefusedWords, UnknownLine, useWrite } from '../../ticket/index.ts';
import { type EarnFacts, mostOf, changedTerms, validateEarn, walletsAfter } from './form.ts';
import { readAgain } from './data.ts';
import { type Offer, planOf, scaleOf } from './offer.ts';
import { EarnProblemWords, TimesLeft, useProductName } from './words.tsx';
import { YieldPlan } from './yield-plan.tsx';
import style from './earn.module.css';

const SPOT = '1';
const FINANCE = '7';

/** A wallet's available and held amount of a coin. */
function useWallet(type: typeof SPOT | typeof FINANCE, coin: string, signedIn: boolean) {
  const query = useQuery({ ...queryOf('assets.getCurrencyAccount', { type, coin }, 'lazy'), enabled: signedIn });
  const found = query.data?.find((one) => one.coin === coin);
  return { ...(query.isSuccess ? { available: '0', held: '0' } : {}), ...found };
}

export function EarnTicket({ offer, onBought }: { readonly offer: Offer; readonly onBought: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { now } = useFormat();
  const nameOf = useProductName();
  const session = useSession();
  const signedIn = session.state === 'user';
  const [amount, setAmount] = useState('');
  // The terms that the customer was shown: a change is shown to them before anything is sent.
  const [seen, setSeen] = useState(offer);
  const [start, setStart] = useState(now);
  const write = useWrite();
  const { coin, kind } = offer;
  const spot = useWallet(SPOT, coin, signedIn);
  const finance = useWallet(FINANCE, coin, signedIn);
  const facts: EarnFacts = {
    signedIn,
    vip: session.user?.vip ?? 0,
    available: spot.available,
    held: finance.held,
  };
  const problem = validateEarn(offer, amount, facts);
  const plan = planOf(offer, amount, start);
  const after = walletsAfter(offer, amount, facts);
  const isChanged = seen.version !== offer.version;
  const isBusy = write.state.step === 'sending' || write.state.step === 'unknown';
  const change = (text: string): void => {
    write.forget();
    // The days count from the purchase: from the moment the amount is typed.
    setStart(now());
    setAmount(text);
  };
  const send = async (): Promise<void> => {
    if (problem !== undefined || isChanged || isBusy) return;
    const sent = amount.replace(/\.$/, '');
    const input = { id: offer.id, version: offer.version, amount: sent };
    const done = await (kind === 'pledge' ? write.run('pledge.submit', input) : write.run('finance.submit', input));
    // After a refusal the product may be another one: sold out, or on other terms.
    await readAgain(queries, done?.how === 'answered' ? done.data.seq : done?.seq);
    if (done === undefined) return;
    toast({
      id: 'earn',
      kind: 'done',
      state: 'done',
      title:
        kind === 'pledge'
          ? t({ message: 'Staked', comment: 'A staking product was bought' })
          : t({ message: 'Bought', comment: 'A finance product was bought' }),
      text: (
        <>
          <NumMoney value={sent} asset={coin} showAsset /> · {nameOf(offer)}
        </>
      ),
    });
    setAmount('');
    onBought();
  };
  return (
    <div className={style['buy']}>
      <form
        className={style['ticket']}
        data-testid="earn-ticket"
        aria-label={t({ message: 'Buy this product', comment: 'Name of the form of staking and finance' })}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <NumberField
          label={<Trans context="money">Amount</Trans>}
          aside={
            signedIn ? (
              <>
                <Trans>Available</Trans> <NumMoney value={spot.available} asset={coin} unit={coin} />
              </>
            ) : undefined
          }
          hint={
            <Trans comment="Minimum and maximum stake">
              <NumMoney value={offer.min} asset={coin} /> to <NumMoney value={offer.max} asset={coin} />
            </Trans>
          }
          quick={
            <button
              type="button"
              className="v-link"
              disabled={spot.available === undefined}
              onClick={() => change(mostOf(offer, spot.available))}
            >
              <Trans comment="All that is available">Max</Trans>
            </button>
          }
          name="amount"
          value={amount}
          onChange={change}
          decimals={scaleOf(offer)}
          unit={coin}
        />
        <dl className={style['facts']} data-testid="earn-facts">
          <Fact
            label={
              <Trans comment="Wallets that pay a purchase and get its yield and principal">
                Paid from, and back to
              </Trans>
            }
          >
            <Trans comment="Wallet">Spot</Trans>
          </Fact>
          <Fact label={<Trans comment="Yield of a purchase over its whole term">Yield in all</Trans>}>
            <NumMoney value={plan?.yield} asset={coin} sign="always" />
          </Fact>
          <Fact
            label={
              offer.flexible ? (
                <Trans comment="A finance product without a fixed end">Ends when you redeem; renews every day</Trans>
              ) : (
                <Trans comment="When the principal of a purchase is paid back; followed by date and time">
                  Principal is back on
                </Trans>
              )
            }
          >
            {offer.flexible ? '–' : <Time at={plan?.ends ?? start + offer.cycle * DAY} as="full" />}
          </Fact>
          <Fact
            label={<Trans comment="What is received in all: principal and yield">You receive in all</Trans>}
            isStrong
          >
            <NumMoney value={plan?.back} asset={coin} showAsset />
          </Fact>
        </dl>
        {signedIn ? (
          <ValueChange
            pending={isBusy}
            title={<Trans comment="Head: figures after a purchase">If you buy</Trans>}
            rows={[
              {
                key: 'spot',
                label: <Trans comment="Wallet">Spot</Trans>,
                now: <NumMoney value={spot.available} asset={coin} />,
                after: <NumMoney value={after.spot} asset={coin} />,
              },
              {
                key: 'finance',
                label: <Trans comment="Wallet">Finance</Trans>,
                now: <NumMoney value={finance.held} asset={coin} />,
                after: <NumMoney value={after.finance} asset={coin} />,
              },
            ]}
          />
        ) : null}
        {isChanged ? (
          <Changed seen={seen} offer={offer} onTake={() => setSeen(offer)} />
        ) : (
          <Button
            tone="main"
            type="submit"
            wide
            size="large"
            busy={isBusy}
            disabled={problem !== undefined}
            aria-describedby="earn-why"
            data-testid="earn-buy"
          >
            {kind === 'pledge' ? (
              <Trans comment="Button: buys a staking product">Stake now</Trans>
            ) : (
              <Trans comment="Button: buys a finance product">Buy</Trans>
            )}
          </Button>
        )}
        {write.state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={problem !== undefined || write.state.step === 'refused'} id="earn-why">
            {write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : problem === undefined ? (
              <Trans comment="What a purchase does; an amount with its coin">
                Reserves <NumMoney value={plan?.yield} asset={coin} showAsset /> of yield for you at once. No fee.
              </Trans>
            ) : (
              <EarnProblemWords problem={problem} coin={coin} />
            )}
          </WhyLine>
        )}
        <p className="v-12 v-ink-3">
          <TimesLeft offer={offer} />
        </p>
      </form>
      <section className={style['beside']}>
        <h2>
          <Trans comment="Title: what a purchase pays on each day">What comes back, by day</Trans>
        </h2>
        {plan === undefined ? (
          <p className="v-ink-2">
            <Trans comment="Where the plan by day will be">
              Enter an amount to see each day: what is paid, and what redeeming early would cost.
            </Trans>
          </p>
        ) : (
          <YieldPlan offer={offer} plan={plan} />
        )}
      </section>
    </div>
  );
}

const DAY = 86_400_000;

function Fact({
  label,
  children,
  isStrong = false,
}: {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly isStrong?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isStrong ? style['hero'] : undefined}>{children}</dd>
    </div>
  );
}

/** The terms changed while the page was open: shows old and new, and asks before anything is sent. */
function Changed({
  seen,
  offer,
  onTake,
}: {
  readonly seen: Offer;
  readonly offer: Offer;
  readonly onTake: () => void;
}) {
  const { coin } = offer;
  const changed = changedTerms(seen, offer);
  const value = (of: Offer, name: (typeof changed)[number]): ReactNode => {
    switch (name) {
      case 'rate':
      case 'penalty':
        return <NumRate value={of[name]} decimals={3} />;
      case 'min':
      case 'max':
        return <NumMoney value={of[name]} asset={coin} />;
      case 'cycle':
        return of.cycle;
      case 'times':
        return of.times ?? '–';
      case 'early':
        return of.early ? <Trans comment="Answer">Yes</Trans> : <Trans comment="Answer">No</Trans>;
    }
  };
  return (
    <div className={style['changed']} role="alert" data-testid="terms-changed">
      <b>
        <Trans comment="A product was changed by the exchange; old and new terms follow">
          The terms changed while this page was open
        </Trans>
      </b>
      <ValueChange
        title={<Trans comment="Head of old and new terms">Terms</Trans>}
        rows={changed.map((name) => ({
          key: name,
          label: <TermName name={name} />,
          now: value(seen, name),
          after: value(offer, name),
        }))}
      />
      <Button wide onClick={onTake} data-testid="take-terms">
        <Trans comment="Button: continue on the new terms of a product">Continue with the new terms</Trans>
      </Button>
    </div>
  );
}

function TermName({ name }: { readonly name: ReturnType<typeof changedTerms>[number] }) {
  switch (name) {
    case 'rate':
      return <Trans comment="Of a staking or finance product">Rate</Trans>;
    case 'cycle':
      return <Trans comment="Of a staking or finance product">Days</Trans>;
    case 'min':
      return <Trans comment="Of a purchase">Minimum</Trans>;
    case 'max':
      return <Trans comment="Of a purchase">Maximum</Trans>;
    case 'penalty':
      return <Trans comment="Share of the principal, for redeeming early">Penalty</Trans>;
    case 'early':
      return <Trans comment="Whether a product can be redeemed before its end">Early redemption</Trans>;
    case 'times':
      return <Trans comment="How often a customer may buy a product">Purchases per customer</Trans>;
  }
}
