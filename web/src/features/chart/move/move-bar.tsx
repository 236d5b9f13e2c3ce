// Confirms a moved line and shows the outcome: nothing is sent before the user confirms.

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, ChangeArrow, NumPrice } from '@vitrine/ui';
import { type ReactNode, useEffect } from 'react';
import type { ChartLine, ChartLineHandlers } from '../lines/line.ts';
import { type Move, type MoveEvent, UNDO_MS } from './move.ts';
import style from '../lines/lines.module.css';

interface MoveBarProps {
  readonly move: Move;
  readonly onMove: (event: MoveEvent) => void;
  readonly handlers: ChartLineHandlers | undefined;
  readonly tickDecimals: number;
}

/** Sends a confirmed change, and hides its outcome after some time. */
export function useMoveSending(
  move: Move,
  onMove: (event: MoveEvent) => void,
  handlers: ChartLineHandlers | undefined,
): void {
  const { t } = useLingui();
  const sending = move.at === 'send' ? move : undefined;
  useEffect(() => {
    if (!sending) return;
    if (!handlers) {
      onMove({ is: 'failed', why: t`This line cannot be changed here.` });
      return;
    }
    handlers.onDrag(sending.line, sending.to).then(
      (answer) => onMove(answer.sent ? { is: 'sent', line: answer.line } : { is: 'failed', why: answer.why }),
      (error: unknown) => {
        reportError(error);
        onMove({ is: 'failed', why: t`The change was not sent. The line is where it was.` });
      },
    );
    // Sent once for each time that Send was pressed: the state is a new one then.
    // oxlint-disable-next-line react/exhaustive-deps -- once for each new sending state
  }, [sending]);

  useEffect(() => {
    if (move.at !== 'sent') return undefined;
    const timer = setTimeout(() => onMove({ is: 'forget' }), UNDO_MS);
    return () => clearTimeout(timer);
  }, [move, onMove]);
}

export function MoveBar({ move, onMove, handlers, tickDecimals }: MoveBarProps) {
  const { t } = useLingui();
  if (move.at === 'rest') return null;
  if (move.at === 'failed') {
    return (
      <Bar label={t`Move a line`} move={move}>
        <p role="alert">{move.why}</p>
        <div className={style['actions']}>
          <Button size="small" onClick={() => onMove({ is: 'forget' })}>
            <Trans comment="Closes a notice">Close</Trans>
          </Button>
        </div>
      </Bar>
    );
  }
  const { line, from, to } = move;
  const asking = move.at === 'drag' || move.at === 'ask';
  const why = asking && to !== null ? handlers?.refuse?.(line, to) : undefined;
  // During the drag the label has all the information; a bar would only cover the candles.
  if (move.at === 'drag' && why === undefined) return null;
  return (
    <Bar label={t`Move a line`} move={move}>
      <p role="status">
        <Said move={move} />
        {from === null || to === null ? null : (
          <span className={style['from']}>
            <NumPrice value={from} decimals={tickDecimals} />
          </span>
        )}
        {from === null || to === null ? null : <ChangeArrow />}
        <b>
          <NumPrice value={to ?? from} decimals={tickDecimals} />
        </b>
        {asking && to !== null ? (handlers?.describe?.(line, to) ?? null) : null}
      </p>
      {why === undefined ? null : <p className={style['why']}>{why}</p>}
      <div className={style['actions']}>
        {move.at === 'sent' ? (
          <Button size="small" data-testid="undo" onClick={() => onMove({ is: 'undo' })}>
            {from === null ? (
              <Trans comment="Removes the stop that was just set from the chart">Undo: remove it</Trans>
            ) : (
              <Trans comment="Moves the line back to where it was">Undo</Trans>
            )}
          </Button>
        ) : (
          <>
            <Button
              size="small"
              disabled={move.at === 'send'}
              data-testid="undo"
              onClick={() => onMove({ is: 'undo' })}
            >
              <Trans comment="Gives up moving a line on the chart">Undo</Trans>
            </Button>
            <Button
              size="small"
              tone="main"
              data-testid="send"
              busy={move.at === 'send'}
              disabled={move.at === 'drag' || why !== undefined}
              onClick={() => onMove({ is: 'send' })}
            >
              <Trans comment="Sends the change of an order or stop to the exchange">Send</Trans>
            </Button>
          </>
        )}
      </div>
    </Bar>
  );
}

function Bar({
  label,
  move,
  children,
}: {
  readonly label: string;
  readonly move: Exclude<Move, { at: 'rest' }>;
  readonly children: ReactNode;
}) {
  const changed = move.at === 'failed' ? {} : { 'data-line': move.line.kind, 'data-change': changeOf(move) };
  return (
    <div
      className={style['bar']}
      role="group"
      aria-label={label}
      data-testid="move-bar"
      data-state={move.at}
      {...changed}
    >
      {children}
    </div>
  );
}

function changeOf({ from, to }: Pick<Exclude<Move, { at: 'rest' | 'failed' }>, 'from' | 'to'>): string {
  return to === null ? 'take' : from === null ? 'set' : 'move';
}

/** The current, pending or completed change, with the line's own name. */
function Said({ move }: { readonly move: Exclude<Move, { at: 'rest' | 'failed' }> }) {
  const { label }: ChartLine = move.line;
  if (move.at === 'sent') {
    return move.from === null ? (
      <Trans comment="After it was accepted, e.g. Stop-loss set">{label}: set at</Trans>
    ) : (
      <Trans comment="After it was accepted, e.g. Stop-loss: moved 58,000 → 57,500">{label}: moved</Trans>
    );
  }
  if (move.to === null) return <Trans comment="Question before it is sent, then a price">Remove {label} at</Trans>;
  return move.from === null ? (
    <Trans comment="Question before it is sent, then a price">Set {label} at</Trans>
  ) : (
    <Trans comment="Question before it is sent, e.g. Move stop-loss 58,000 → 57,500">Move {label}</Trans>
  );
}
