// The receipt of a second contract: both ticks with sources and times, the calculation, the journal hash. It is
// recomputed on this device from the published ticks, and can be saved.

import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconCalculator, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { type Receipt, SECOND_RESULT, SECOND_STATUS, type Tick } from '@vitrine/contract';
import {
  addDecimals,
  Button,
  Case,
  compareDecimal,
  Empty,
  ErrorBlock,
  JournalLine,
  Note,
  NumCount,
  NumExact,
  NumMoney,
  NumOdds,
  SkeletonRows,
  Slip,
  SlipCut,
  SlipLines,
  SlipSum,
  Tag,
  Time,
} from '@vitrine/ui';
import { printDecimal } from '@vitrine/core/number';
import { useEffect } from 'react';
import { currentSession, queryOf, request } from '../../api/index.ts';
import { noteAccount } from '../../guide-memory/index.ts';
import { runtimeConfig } from '../../runtime/index.ts';
import { Hint } from '../../hint/index.ts';
import { type Difference, recompute, type Recomputed, windowsOf } from './recompute.ts';
import { PeriodWord, VoidWord } from './words.tsx';
import { SecondSide } from '../../order/index.ts';
import style from './seconds.module.css';

const MS_DECIMALS = 3;

/** The published ticks of both windows. */
async function publishedTicks(receipt: Receipt): Promise<readonly Tick[]> {
  const { open, close } = windowsOf(receipt);
  const symbol = receipt.order.symbolName;
  const windows = close === undefined ? [open] : [open, close];
  const lists = await Promise.all(
    windows.map(([from, to]) => request('common.ticks', { symbol, from, to }, { quiet: true })),
  );
  return lists.flat();
}

export function ReceiptPanel({ id }: { readonly id: string | undefined }) {
  const asked = useQuery({
    ...queryOf('secondContractOrder.receipt', { id: id ?? '' }, 'lazy'),
    enabled: id !== undefined,
  });
  return (
    <Case>
      {id === undefined ? (
        <Slip>
          <Empty title={<Trans>No receipt chosen</Trans>}>
            <Trans>
              Every second contract has one: both ticks, their sources, the calculation, and its journal entries.
            </Trans>
          </Empty>
        </Slip>
      ) : asked.isError && asked.data === undefined ? (
        <Slip>
          <ErrorBlock title={<Trans>Couldn’t load the receipt</Trans>} onRetry={() => void asked.refetch()} />
        </Slip>
      ) : asked.data === undefined ? (
        <Slip>
          <SkeletonRows rows={8} />
        </Slip>
      ) : (
        <ReceiptSlip receipt={asked.data} />
      )}
    </Case>
  );
}

function ReceiptSlip({ receipt }: { readonly receipt: Receipt }) {
  const { order } = receipt;
  const again = useMutation({
    mutationFn: async () => recompute(receipt, await publishedTicks(receipt)),
    onSuccess: () => {
      const userId = currentSession().user?.user.userId;
      if (userId !== undefined) noteAccount(userId, { recalculated: true });
    },
  });
  const { reset } = again;
  useEffect(() => reset(), [order.id, order.status, reset]);
  const ended = order.status === SECOND_STATUS.settled || order.status === SECOND_STATUS.void;
  const back = ended ? addDecimals(order.amount, order.profit ?? '0') : undefined;
  return (
    <Slip>
      <div className="v-row v-between">
        <h2 className={style['slipTitle']}>
          <Hint of={['receipt', 'tick']}>
            <Trans>Settlement receipt</Trans>
          </Hint>
        </h2>
        {runtimeConfig().mode === 'practice' ? (
          <Tag tone="pencil">
            <Trans comment="Tag: this is the practice exchange">Practice</Trans>
          </Tag>
        ) : null}
      </div>
      <p className="v-ink-3 v-row v-wrap">
        <span>
          <Trans>Order {{ order: order.id }}</Trans>
        </span>
        <span>· {order.symbolName} ·</span> <SecondSide direction={order.direction} /> <span>·</span>{' '}
        <PeriodWord seconds={order.seconds} />
      </p>
      <SlipCut />
      <SlipLines
        lines={[
          {
            key: 'sequenced',
            label: <Trans comment="When the exchange took the order">Sequenced</Trans>,
            value: <Time at={order.createTime} as="clock-exact" />,
          },
          ...tickLines('open', receipt.openTick, order.createTime),
          ...(order.closeTime === null
            ? []
            : [
                {
                  key: 'matured',
                  label: <Trans comment="When a second contract ended">Matured</Trans>,
                  value: <Time at={order.closeTime} as="clock-exact" />,
                },
              ]),
          ...tickLines('close', receipt.closeTick, order.closeTime ?? order.createTime),
        ]}
      />
      {order.status === SECOND_STATUS.void ? (
        <p className="v-ink-2" style={{ marginTop: 8 }} data-testid="void-reason" data-state={order.voidReason}>
          <VoidWord reason={order.voidReason} />
        </p>
      ) : null}
      {ended ? (
        <>
          <SlipCut />
          <Sum receipt={receipt} />
          <SlipSum label={<Trans comment="What the contract paid back, stake included">Paid out</Trans>}>
            <NumMoney value={back} asset={order.coin} showAsset />
          </SlipSum>
        </>
      ) : null}
      <SlipCut />
      <JournalLine hash={receipt.journal.hash} row={receipt.journal.row} />
      <p className="v-11 v-ink-3">
        <Trans comment="Version of the rules the contract was sold by">
          rules version {{ version: receipt.ruleVersion }}
        </Trans>
      </p>
      {again.data ? <Verdict found={again.data} coin={order.coin} /> : null}
      {again.isError ? (
        <Note tone="warn">
          <Trans>The published ticks could not be read. Nothing was recomputed.</Trans>
        </Note>
      ) : null}
      <div className={style['slipButtons']}>
        <Button disabled={!ended} busy={again.isPending} data-testid="recompute" onClick={() => again.mutate()}>
          <IconCalculator className="v-i" stroke={1.75} aria-hidden="true" />{' '}
          <Trans comment="Button: checks a receipt on this device">Recalculate</Trans>
        </Button>
        <SaveButton receipt={receipt} />
      </div>
      {ended ? null : (
        <p className="v-11 v-ink-3">
          <Trans>It can be recomputed when it has settled.</Trans>
        </p>
      )}
    </Slip>
  );
}

/** The lines of a tick: number and price, then time, distance from the deciding time, sources, spread. */
function tickLines(which: 'open' | 'close', tick: Tick | null, decides: number) {
  if (tick === null)
    return [
      {
        key: which,
        label:
          which === 'open' ? (
            <Trans context="second contract" comment="When, and at which index, it opened">
              Opened
            </Trans>
          ) : (
            <Trans comment="Settled: the contract was paid out">Settled</Trans>
          ),
        value: '–',
      },
    ];
  const distance = <NumExact value={printDecimal(Math.abs(tick.time - decides), MS_DECIMALS)} />;
  return [
    {
      key: which,
      label: (
        <span data-testid={`${which}-tick`}>
          {which === 'open' ? (
            <Trans comment="Number of an index tick">
              Opened on tick <NumCount value={tick.seq} prefix="#" />
            </Trans>
          ) : (
            <Trans comment="Number of an index tick">
              Settled on tick <NumCount value={tick.seq} prefix="#" />
            </Trans>
          )}
        </span>
      ),
      value: <NumExact className="v-strong" value={tick.price} />,
    },
    {
      key: `${which}-made`,
      label: (
        <span className="v-11 v-num">
          <Time at={tick.time} as="clock-exact" /> ·{' '}
          {which === 'open' ? (
            <Trans comment="How long after the order the opening tick came; sources used of all; spread">
              {distance} s after · {{ used: tick.used }} of {{ total: tick.total }} · spread{' '}
              <NumExact value={tick.spread} />
            </Trans>
          ) : (
            <Trans comment="How long before maturity the settling tick came; sources used of all; spread">
              {distance} s before · {{ used: tick.used }} of {{ total: tick.total }} · spread{' '}
              <NumExact value={tick.spread} />
            </Trans>
          )}
        </span>
      ),
    },
  ];
}

function Sum({ receipt }: { readonly receipt: Receipt }) {
  const { order, openTick, closeTick } = receipt;
  if (openTick === null || closeTick === null) return null;
  const move = addDecimals(closeTick.price, `-${openTick.price}`);
  const how = compareDecimal(closeTick.price, openTick.price);
  return (
    <>
      <SlipLines
        lines={[
          {
            key: 'difference',
            label: (
              <span className="v-num">
                <NumExact value={closeTick.price} /> − <NumExact value={openTick.price} />
              </span>
            ),
            value: <NumExact value={move} directed />,
          },
          ...(order.result === SECOND_RESULT.won
            ? [
                {
                  key: 'product',
                  label: (
                    <span className="v-num">
                      <NumMoney value={order.amount} asset={order.coin} /> × (1 + <NumOdds value={receipt.odds} />)
                    </span>
                  ),
                  value: <NumMoney value={addDecimals(order.amount, order.expectedProfit)} asset={order.coin} />,
                },
              ]
            : []),
        ]}
      />
      <p
        className="v-ink-3"
        data-testid="receipt-outcome"
        data-state={order.result === SECOND_RESULT.tied ? 'tied' : how > 0 ? 'up' : 'down'}
      >
        {order.result === SECOND_RESULT.tied ? (
          <Trans>Exactly equal, so the stake is returned</Trans>
        ) : how > 0 ? (
          <Trans comment="Up: the side of a second contract">Higher, so Up is right</Trans>
        ) : (
          <Trans comment="Down: the side of a second contract">Lower, so Down is right</Trans>
        )}
      </p>
    </>
  );
}

function Verdict({ found, coin }: { readonly found: Recomputed; readonly coin: string }) {
  if (found.same)
    return (
      <div role="status" data-testid="verdict" data-state="same">
        <Note tone="done" icon={<IconCircleCheck stroke={1.75} aria-hidden="true" />}>
          <Trans>Recalculated on this device from the published ticks: same result.</Trans>
        </Note>
      </div>
    );
  return (
    <div role="alert" data-testid="verdict" data-state="different">
      <Note tone="warn">
        <span>
          <Trans>Recalculated on this device: a different result.</Trans>{' '}
          {found.differences.map((difference) => (
            <span key={difference}>
              <DifferenceWord difference={difference} />{' '}
            </span>
          ))}
          <Trans comment="What was calculated here, and what the exchange reported">
            Here: <NumMoney value={found.paid} asset={coin} />, reported:{' '}
            <NumMoney value={found.reported} asset={coin} />.
          </Trans>
        </span>
      </Note>
    </div>
  );
}

function DifferenceWord({ difference }: { readonly difference: Difference }) {
  switch (difference) {
    case 'openTick':
      return <Trans>The opening tick is different.</Trans>;
    case 'closeTick':
      return <Trans>The settlement tick is different.</Trans>;
    case 'result':
      return <Trans>The winning side is different.</Trans>;
    case 'paid':
      return <Trans>The amount paid is different.</Trans>;
  }
}

/** Saves the receipt as the exchange sent it, so that anyone can recompute it. */
function SaveButton({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useLingui();
  const save = (): void => {
    const practice = runtimeConfig().mode === 'practice';
    const text = JSON.stringify({ ...(practice && { practice: true }), ...receipt }, undefined, 2);
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `vitrine-${practice ? 'practice-' : ''}receipt-${receipt.order.id}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button aria-label={t`Save the receipt`} onClick={save}>
      <IconDownload className="v-i" stroke={1.75} aria-hidden="true" /> <Trans comment="Saves a file">Save</Trans>
    </Button>
  );
}
