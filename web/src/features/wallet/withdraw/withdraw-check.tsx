// Step three: a summary in order of events, then the fund password and the encrypted request.
import { Link } from '@tanstack/react-router';
import { IconShieldCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinNetwork } from '@vitrine/contract';
import { Button, NumMoney, PinField, Tag, Time, ValueChange, WhyLine, formatDate, useFormat } from '@vitrine/ui';
import { currentSession, newKey } from '../../../api/index.ts';
import { RefusedWords } from '../../../ticket/index.ts';
import { useFundsChanged } from '../funds-data.ts';
import { GroupedAddress } from '../funds-parts.tsx';
import { useNetworkName } from '../funds-words.tsx';
import { HintMark } from '../../../hint/index.ts';
import type { WithdrawStepProps } from './withdraw-facts.ts';
import { useSendWithdrawal } from './send.ts';
import { withdrawBody, type WithdrawFacts, type WithdrawSummary } from './withdraw-form.ts';
import type { Requested } from './withdraw-progress.tsx';
import { ProblemWords } from './withdraw-words.tsx';
import style from '../funds.module.css';

const DAY_MS = 86_400_000;
/** Maximum duration of an automatic review, ms. */
const RULES_MS = 60_000;

export interface WithdrawCheckProps extends WithdrawStepProps {
  readonly onRequested: (requested: Requested) => void;
}

export function WithdrawCheck({ form, act, facts, problem, summary, onRequested }: WithdrawCheckProps) {
  const { t } = useLingui();
  const { now } = useFormat();
  const nameOf = useNetworkName();
  const changed = useFundsChanged();
  const write = useSendWithdrawal();
  const { unsealed } = write;
  const coin = facts.currency?.coin ?? '';
  const busy = write.state.step === 'sending' || write.state.step === 'unknown';
  const send = async (): Promise<void> => {
    const userId = currentSession().user?.user.userId;
    if (problem !== undefined || busy || userId === undefined) return;
    const key = newKey(now());
    const sent = await write.send(withdrawBody(form, facts, { userId, key, time: now() }), key);
    if (sent.how === 'none') return;
    changed();
    if (sent.how !== 'requested') return act({ set: 'pin', text: '' });
    onRequested({ coin, id: sent.id, arrives: sent.arrives });
  };
  if (summary === undefined || facts.network === undefined) return null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <WhereTo facts={facts} network={facts.network} />
      <div className={style['block']}>
        <dl className={style['sum']}>
          <dt>
            {facts.network.rail === 'manual' ? (
              <Trans>Arrives on the card</Trans>
            ) : (
              <Trans>Arrives at the address</Trans>
            )}
          </dt>
          <dd className={style['most']}>
            <NumMoney value={summary.amount} asset={coin} showAsset />
          </dd>
          <dt>
            <Trans comment="The fee does not change afterwards">Fee, fixed now</Trans>
          </dt>
          <dd>
            <NumMoney value={summary.fee} asset={coin} sign="always" showAsset />
          </dd>
          <dt className={style['total']}>
            <Trans>Leaves your Spot wallet</Trans>
          </dt>
          <dd className={style['total']}>
            <NumMoney value={summary.total} asset={coin} showAsset />
          </dd>
        </dl>
      </div>
      <div className={style['block']}>
        <Effect facts={facts} summary={summary} coin={coin} network={facts.network} pending={busy} />
      </div>
      <div className={`${style['block']} ${style['form']}`}>
        <PinField
          label={<Trans>Fund password, 6 digits</Trans>}
          aside={
            <>
              <HintMark
                of="fundPassword"
                name={t({ message: 'Fund password', comment: 'Term: six digits required for every withdrawal' })}
              />
              <Link to="/account/center/security/setting/trade-pwd" className="v-link">
                <Trans>Forgotten?</Trans>
              </Link>
            </>
          }
          name="fundPassword"
          value={form.pin}
          disabled={busy}
          onChange={(text) => {
            write.forget();
            act({ set: 'pin', text });
          }}
        />
        <div>
          <div className={style['buttons']}>
            <Button size="large" disabled={busy} onClick={() => act({ go: 'amount' })}>
              <Trans comment="Button: to the step before">Back</Trans>
            </Button>
            <Button
              tone="main"
              size="large"
              type="submit"
              disabled={problem !== undefined}
              busy={busy}
              aria-describedby="withdraw-why"
            >
              <span>
                <Trans comment="Button with the whole sentence">
                  Withdraw <NumMoney value={summary.amount} asset={coin} /> {coin}
                </Trans>
              </span>
            </Button>
          </div>
          <WhyLine
            id="withdraw-why"
            need={problem !== undefined || unsealed || write.state.step === 'refused' || write.state.step === 'unknown'}
          >
            {write.state.step === 'unknown' ? (
              <span role="status" data-testid="unknown">
                <Trans>We are checking with the exchange. It is not sent twice.</Trans>
              </span>
            ) : write.state.step === 'refused' ? (
              <RefusedWords state={write.state} />
            ) : unsealed ? (
              <Trans>
                This browser could not encrypt the request, so nothing was sent. Open the page over https, or reload it.
              </Trans>
            ) : problem ? (
              <ProblemWords problem={problem} coin={coin} network={nameOf(facts.network.network)} />
            ) : (
              <Trans>
                Reserves <NumMoney value={summary.total} asset={coin} showAsset />. You can cancel until it is signed.
              </Trans>
            )}
          </WhyLine>
        </div>
      </div>
    </form>
  );
}

function WhereTo({ facts, network }: { readonly facts: WithdrawFacts; readonly network: CoinNetwork }) {
  const nameOf = useNetworkName();
  const { time } = useFormat();
  const { card, check } = facts;
  if (network.rail === 'manual')
    return (
      <div className={style['block']}>
        <div className={style['label']}>
          <Trans>To your bank card</Trans>
        </div>
        <b>{card?.bankName}</b> <span className="v-num">{card?.cardNumber}</span>
        <p className="v-12 v-ink-3">
          <Trans comment="Name on the bank card">In the name of {{ name: card?.name ?? '–' }}</Trans>
        </p>
      </div>
    );
  const known = check?.book ?? null;
  const name = nameOf(network.network);
  return (
    <div className={style['block']}>
      <div className={style['progressHead']}>
        <div className={style['label']}>
          {known === null ? (
            <Trans comment="network: its name">To this address, {name}</Trans>
          ) : (
            <Trans comment="label: what the customer called the address; network: its name">
              To “{{ label: known.label }}”, {name}
            </Trans>
          )}
        </div>
        {known === null ? (
          <Tag tone="warn">
            <Trans>not in your address book</Trans>
          </Tag>
        ) : (
          <Tag tone="accent">
            <IconShieldCheck className="v-i-14" stroke={1.75} aria-hidden="true" />
            <Trans comment="since a day">
              in your address book since {{ date: formatDate(known.createTime, time) }}
            </Trans>
          </Tag>
        )}
      </div>
      <GroupedAddress address={check?.address ?? ''} large />
      <p className="v-12 v-ink-3">
        <Trans>Compare the first and last characters with your own wallet. A sent withdrawal cannot be reversed.</Trans>
      </p>
    </div>
  );
}

function Effect({
  facts,
  summary,
  coin,
  network,
  pending,
}: {
  readonly facts: WithdrawFacts;
  readonly summary: WithdrawSummary;
  readonly coin: string;
  readonly network: CoinNetwork;
  readonly pending: boolean;
}) {
  const { limits } = facts;
  const usual =
    summary.review === 'rules' && summary.chainTime !== undefined ? RULES_MS + summary.chainTime : undefined;
  return (
    <ValueChange
      pending={pending}
      title={<Trans comment="Group of pages: wallet">Your money</Trans>}
      rows={[
        {
          key: 'available',
          label: <Trans comment="coin, e.g. USDT available">{coin} available</Trans>,
          now: <NumMoney value={facts.available} asset={coin} />,
          after: <NumMoney value={summary.availableAfter} asset={coin} />,
        },
        {
          key: 'left',
          label: (
            <Trans comment="day: the limit of a day in USDT">
              Left today{' '}
              <span className="v-no-phone">
                of your limit of <NumMoney value={limits?.day} asset="USDT" scale={0} showAsset />
              </span>
            </Trans>
          ),
          now: <NumMoney value={limits?.left} asset="USDT" scale={0} />,
          after: <NumMoney value={summary.leftAfter} asset="USDT" scale={0} />,
        },
        ...(usual === undefined
          ? []
          : [
              {
                key: 'usual',
                label: <Trans>Arrives, usually</Trans>,
                only: (
                  <b>
                    <Trans comment="A moment">
                      by <Time at={facts.now + usual} />
                    </Trans>
                  </b>
                ),
              },
            ]),
        {
          key: 'latest',
          label:
            network.rail === 'manual' ? <Trans>Arrives, at the latest</Trans> : <Trans>Arrives within 24 hours</Trans>,
          only:
            network.rail === 'manual' ? (
              <Trans>1 to 3 business days</Trans>
            ) : (
              <Trans comment="A moment">
                by <Time at={facts.now + DAY_MS} />
              </Trans>
            ),
        },
      ]}
    />
  );
}
