// A withdrawal in progress: held, reviewed, signed once, n of 12 confirmations, arrived. It can be cancelled until it
// is signed.
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Withdrawal, WithdrawalAck, WithdrawalStage } from '@vitrine/contract';
import { addDecimals, Button, Dialog, Note, NumMoney, Pane, SkeletonRows, Time, toast, ValueChange } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { Refusal } from '../../../page/index.ts';
import { useFundsChanged, useSpotBalance, useWithdrawals } from '../funds-data.ts';
import { Confirmations, CopiedShort, Facts, GroupedAddress, Way, type WayStep } from '../funds-parts.tsx';
import { ReasonLine, useNetworkName, WithdrawalStageTag } from '../funds-words.tsx';
import { WalletLink } from '../place.tsx';
import { TurnWords } from './withdraw-turn.tsx';
import style from '../funds.module.css';

/** The exchange's answer; without an id if only its outcome was queried. */
export interface Requested {
  readonly coin: string;
  readonly id: string | undefined;
  readonly arrives: WithdrawalAck['arrives'] | undefined;
}

export interface WithdrawProgressProps {
  readonly requested: Requested;
  readonly onAgain: () => void;
}

export function WithdrawProgress({ requested, onAgain }: WithdrawProgressProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const list = useWithdrawals({ current: 1, size: 15, coin: requested.coin });
  const row = requested.id === undefined ? list.rows?.[0] : list.rows?.find(({ id }) => id === requested.id);
  return (
    <div className={style['page']}>
      <h2
        className={style['title']}
        tabIndex={-1}
        ref={heading}
        data-testid="withdrawal"
        data-stage={row?.stage ?? 'review'}
      >
        {row?.stage === 'confirmed' ? (
          <Trans>Your withdrawal has arrived</Trans>
        ) : row === undefined || isOpen(row.stage) ? (
          <Trans comment="Heading: a withdrawal was asked for">Your withdrawal is on its way</Trans>
        ) : (
          <Trans comment="Heading: a withdrawal that was not sent">Your withdrawal was not sent</Trans>
        )}
      </h2>
      <div className={style['stack']}>
        <Pane>
          {row ? (
            <WithdrawalStory row={row} arrives={requested.arrives} />
          ) : (
            <div className={style['block']}>
              <SkeletonRows rows={6} />
            </div>
          )}
        </Pane>
        <div className={style['end']}>
          <WalletLink search={{ key: 'records', part: 'withdrawals' }} className="v-link">
            <Trans>All withdrawals</Trans>
          </WalletLink>
          <button type="button" className="v-link" onClick={onAgain}>
            <Trans comment="Button: another withdrawal">Withdraw something else</Trans>
          </button>
        </div>
      </div>
      <div className={style['stack']}>
        <Note icon={<IconCircleCheck stroke={1.75} aria-hidden="true" />}>
          <Trans>You can leave this page. The withdrawal continues, and its status is in your records.</Trans>
        </Note>
      </div>
    </div>
  );
}

/** Amount, address, progress and actions: on its page and in the opened record. */
export function WithdrawalStory({
  row,
  arrives,
}: {
  readonly row: Withdrawal;
  readonly arrives?: WithdrawalAck['arrives'] | undefined;
}) {
  const nameOf = useNetworkName();
  return (
    <>
      <div className={style['block']}>
        <div className={style['progressHead']}>
          <NumMoney className={style['amount']} value={row.amount} asset={row.coin} showAsset />
          <WithdrawalStageTag stage={row.stage} />
        </div>
        <div className="v-13 v-ink-2">
          {row.label === null ? (
            <Trans comment="network: its name">To this address, {{ network: nameOf(row.network) }}</Trans>
          ) : (
            <Trans comment="label: what the customer called the address; network: its name">
              To “{{ label: row.label }}”, {{ network: nameOf(row.network) }}
            </Trans>
          )}
        </div>
        {row.network === 'bank' ? (
          <b className="v-num">•••• {row.address}</b>
        ) : (
          <GroupedAddress address={row.address} />
        )}
      </div>
      <div className={style['block']}>
        <Announced row={row} />
        <Way steps={storySteps(row)} />
      </div>
      <div className={style['block']}>
        <Facts
          rows={[
            { key: 'fee', label: <Trans>Fee</Trans>, value: <NumMoney value={row.fee} asset={row.coin} showAsset /> },
            { key: 'order', label: <Trans>Order number</Trans>, value: row.orderNo },
            ...(row.txid === null
              ? []
              : [
                  {
                    key: 'txid',
                    label: <Trans comment="On a chain">Transaction</Trans>,
                    value: <CopiedShort text={row.txid} />,
                  },
                ]),
            ...(arrives === undefined || !isOpen(row.stage)
              ? []
              : [
                  {
                    key: 'usual',
                    label: <Trans>Arrives, usually</Trans>,
                    value: (
                      <Trans comment="A moment">
                        by <Time at={arrives.usual} />
                      </Trans>
                    ),
                  },
                  {
                    key: 'latest',
                    label: <Trans>Arrives, at the latest</Trans>,
                    value: <Time at={arrives.latest} />,
                  },
                ]),
          ]}
        />
      </div>
      {row.cancellable ? <TakeBack row={row} /> : null}
    </>
  );
}

const isOpen = (stage: WithdrawalStage): boolean =>
  stage === 'review' || stage === 'approved' || stage === 'signed' || stage === 'broadcast';

const ORDER = ['review', 'approved', 'signed', 'broadcast', 'confirmed'] as const;

/** The number of completed steps. */
export function placesBehind(row: Pick<Withdrawal, 'stage' | 'steps'>): number {
  const reached = (stage: WithdrawalStage): number => ORDER.findIndex((one) => one === stage);
  const most = Math.max(reached(row.stage), ...row.steps.map(({ stage }) => reached(stage)));
  return Math.max(most, 0);
}

/** The steps with their times. A withdrawal that ended early shows where. */
function storySteps(row: Withdrawal): readonly WayStep[] {
  const at = (stage: WithdrawalStage) => row.steps.find((step) => step.stage === stage)?.time;
  const behind = placesBehind(row);
  const open = isOpen(row.stage);
  const state = (place: number): WayStep['state'] =>
    behind > place || row.stage === 'confirmed' ? 'done' : open && behind === place ? 'here' : undefined;
  const when = (time: number | undefined) => (time === undefined ? undefined : <Time at={time} as="moment" />);
  const manual = row.network === 'bank';
  const steps: WayStep[] = [
    {
      key: 'held',
      title: <Trans comment="Step of a withdrawal: money reserved">In use</Trans>,
      when: when(row.time),
      text: (
        <Trans>
          <NumMoney value={addDecimals(row.amount, row.fee)} asset={row.coin} showAsset /> reserved.
        </Trans>
      ),
      state: 'done',
    },
    {
      key: 'review',
      title: <Trans comment="Step of a deposit or withdrawal">Review</Trans>,
      when: when(at('approved')),
      text:
        state(0) === 'here' ? (
          <Trans>Reviewed automatically; by a person only if a check asks for it.</Trans>
        ) : undefined,
      state: state(0),
    },
  ];
  if (!open && row.stage !== 'confirmed')
    return [
      ...steps,
      {
        key: 'ended',
        title: <Ended stage={row.stage} />,
        when: when(at(row.stage)),
        text: (
          <>
            <ReasonLine reason={row.reason} note={row.note} />{' '}
            <Trans>Amount and fee are back in your Spot wallet.</Trans>
          </>
        ),
        state: row.stage === 'cancelled' ? 'done' : 'failed',
      },
    ];
  return [
    ...steps,
    {
      key: 'signed',
      title: manual ? (
        <Trans comment="Step of a withdrawal to a bank card">Paid</Trans>
      ) : (
        <Trans comment="Step of a withdrawal">Signed once</Trans>
      ),
      when: when(at('signed')),
      text:
        state(1) === 'here' ? <TurnWords turn={row.turn} coin={row.coin} cancellable={row.cancellable} /> : undefined,
      state: state(1),
    },
    ...(manual
      ? []
      : [
          {
            key: 'chain',
            title: <Trans comment="State of a withdrawal: its transaction is on the chain">On the chain</Trans>,
            when: when(at('broadcast')),
            text:
              behind >= 2 && row.stage !== 'confirmed' ? (
                <Confirmations count={row.confirmations} needed={row.needed} />
              ) : undefined,
            state: behind === 2 && open ? ('here' as const) : behind === 3 && open ? ('here' as const) : state(2),
          },
        ]),
    {
      key: 'arrived',
      title: <Trans comment="State of a withdrawal: the money is there">Arrived</Trans>,
      when: when(at('confirmed')),
      state: row.stage === 'confirmed' ? 'done' : undefined,
    },
  ];
}

function Ended({ stage }: { readonly stage: WithdrawalStage }) {
  if (stage === 'cancelled')
    return (
      <Trans context="request" comment="State of a withdrawal: its owner took it back">
        Cancelled
      </Trans>
    );
  if (stage === 'refused') return <Trans comment="State of a deposit or withdrawal">Review failed</Trans>;
  return <Trans comment="State of a withdrawal: it could not be sent">Failed</Trans>;
}

/** Announces each new stage to screen readers. */
function Announced({ row }: { readonly row: Withdrawal }) {
  const { t } = useLingui();
  const { confirmations: count, needed } = row;
  const text =
    row.stage === 'broadcast'
      ? t({ message: `On the chain: ${count} of ${needed} confirmations`, comment: 'Announced to screen readers' })
      : row.stage === 'confirmed'
        ? t({ message: 'The withdrawal has arrived', comment: 'Announced to screen readers' })
        : row.stage === 'approved'
          ? t({ message: 'Review passed', comment: 'Announced to screen readers' })
          : row.stage === 'signed'
            ? t({ message: 'Signed', comment: 'Announced to screen readers' })
            : row.stage === 'review'
              ? t({ message: 'Under review', comment: 'Announced to screen readers' })
              : t({ message: 'It ended; the amount is back', comment: 'Announced to screen readers' });
  return (
    <output className="v-hidden" aria-live="polite">
      {text}
    </output>
  );
}

function TakeBack({ row }: { readonly row: Withdrawal }) {
  const { t } = useLingui();
  const changed = useFundsChanged();
  const [asking, setAsking] = useState(false);
  const available = useSpotBalance(row.coin);
  const held = addDecimals(row.amount, row.fee);
  const sendOnce = useSend();
  const back = useMutation({
    mutationFn: () => sendOnce('assets.withdrawal.cancel', { id: row.id }),
    onSuccess: () => {
      setAsking(false);
      toast({ id: 'take-back', kind: 'done', title: t`The withdrawal is cancelled` });
    },
    // Whatever the outcome, the refreshed list shows the current state.
    onSettled: changed,
  });
  return (
    <div className={style['block']}>
      <Button data-testid="take-back" onClick={() => setAsking(true)}>
        <Trans comment="Button: cancels a withdrawal">Cancel it</Trans>
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={<Trans>Cancel this withdrawal?</Trans>}
        safe={<Trans comment="Button: the withdrawal goes on">Keep the withdrawal</Trans>}
        act={{
          label: <Trans comment="Button: cancels a withdrawal">Cancel it</Trans>,
          onClick: () => back.mutate(),
          busy: back.isPending,
        }}
      >
        <ValueChange
          rows={[
            {
              key: 'available',
              label: <Trans comment="coin, e.g. USDT available">{{ coin: row.coin }} available</Trans>,
              now: <NumMoney value={available} asset={row.coin} />,
              after: (
                <NumMoney
                  value={available === undefined || held === undefined ? undefined : addDecimals(available, held)}
                  asset={row.coin}
                />
              ),
            },
          ]}
        />
        <p>
          <Trans>No charge. Once the payment is signed, you can no longer cancel.</Trans>
        </p>
        <Refusal error={back.error} />
      </Dialog>
    </div>
  );
}
