// Texts of second contracts: side, result, why an order is not possible.

import { Trans } from '@lingui/react/macro';
import { SECOND_RESULT, type Second } from '@vitrine/contract';
import { classes, NumMoney, NumPrice, Time, Triangle } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { CutWords } from '../../ticket/index.ts';
import type { SecondProblem } from './form.ts';
import style from './seconds.module.css';

/** "30 s", "2 min". */
export function PeriodWord({ seconds }: { readonly seconds: number }) {
  if (seconds % 60 !== 0 || seconds < 120) return <Trans comment="Length of time in seconds, short">{seconds} s</Trans>;
  const minutes = seconds / 60;
  return <Trans comment="Length of time in minutes, short">{minutes} min</Trans>;
}

/** The net result with its direction; tied and void as text. */
export function ResultCell({ row }: { readonly row: Second }) {
  if (row.voidReason !== null || row.status === 3)
    return (
      <span className="v-ink-2" data-testid="result" data-state="void">
        <Trans comment="Result of a second contract that was void">void, returned</Trans>
      </span>
    );
  if (row.result === SECOND_RESULT.tied)
    return (
      <span className="v-ink-2" data-testid="result" data-state="tied">
        <Trans comment="Result of a second contract: opening and settling price were equal">equal, returned</Trans>
      </span>
    );
  return <NumMoney className="v-strong" value={row.profit} asset={row.coin} directed />;
}

/** Why a contract was void. */
export function VoidWord({ reason }: { readonly reason: Second['voidReason'] }) {
  switch (reason) {
    case 'noOpen':
      return <Trans>No valid tick arrived in time to open it. The stake was returned.</Trans>;
    case 'noClose':
      return <Trans>There was no valid tick at maturity. The stake was returned.</Trans>;
    case 'closed':
      return <Trans>The market closed before it could run. The stake was returned.</Trans>;
    case null:
      return null;
  }
}

/** The two sides of the main button. */
export function SideButton({ side }: { readonly side: 'up' | 'down' }) {
  return (
    <span className={style['sideWords']}>
      <span className={classes('v-row', style['sideMain'])}>
        <Triangle direction={side} />
        {side === 'up' ? (
          <Trans comment="Side of a second contract">Up</Trans>
        ) : (
          <Trans comment="Side of a second contract">Down</Trans>
        )}
      </span>
      <span className={style['sideSub']}>
        {side === 'up' ? (
          <Trans comment="Under Up: when it wins">settles above the open</Trans>
        ) : (
          <Trans comment="Under Down: when it wins">settles below the open</Trans>
        )}
      </span>
    </span>
  );
}

/** What is missing, with a link that resolves it. */
export function ProblemWords({
  problem,
  coin,
  login,
  transfer,
}: {
  readonly problem: SecondProblem;
  readonly coin: string;
  readonly login: ReactNode;
  readonly transfer: ReactNode;
}) {
  switch (problem.kind) {
    case 'login':
      return <Trans comment="login: a link with the words Log in">{login} to order a second contract.</Trans>;
    case 'loading':
      return <Trans>Loading the price and your wallet.</Trans>;
    case 'noPeriods':
      return <Trans>Second contracts are unavailable on this market.</Trans>;
    case 'cut':
      return <CutWords />;
    case 'aging':
      return (
        <Trans>The index is not fresh, or its sources differ too much. No new contracts until it is valid again.</Trans>
      );
    case 'stale':
      return <Trans>The index is too old. No new contracts until a fresh tick arrives.</Trans>;
    case 'closed':
      return problem.opensAt === null ? (
        <Trans>The market is closed.</Trans>
      ) : (
        <Trans comment="The time when the market opens">
          The market is closed. It opens <Time at={problem.opensAt} as="full" />.
        </Trans>
      );
    case 'empty':
      return <Trans comment="transfer: a link with the word Transfer">No balance in this wallet yet. {transfer}</Trans>;
    case 'stake':
      return <Trans>Enter a stake.</Trans>;
    case 'unreadable':
      return <Trans>The stake has more decimals than {coin} allows.</Trans>;
    case 'least':
      return (
        <Trans>
          Minimum stake: <NumMoney value={problem.bound} asset={coin} showAsset />.
        </Trans>
      );
    case 'most':
      return (
        <Trans>
          Maximum stake: <NumMoney value={problem.bound} asset={coin} showAsset />.
        </Trans>
      );
    case 'lack':
      return (
        <Trans comment="transfer: a link with the word Transfer">
          <NumMoney value={problem.lack} asset={coin} showAsset /> more than the wallet balance. {transfer}
        </Trans>
      );
  }
}

/** An index price with the precision of settlement: hundredths of a tick. */
export function IndexPrice({
  value,
  decimals,
}: {
  readonly value: string | null | undefined;
  readonly decimals: number;
}) {
  return <NumPrice value={value} decimals={decimals + 2} />;
}

/** A contract that is over and not paid yet: many end at one moment, and are paid one after the other. */
export function Settling() {
  return <Trans comment="State of a second contract that is over, until it is paid">Settling</Trans>;
}
