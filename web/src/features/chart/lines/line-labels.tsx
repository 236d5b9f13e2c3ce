// The labels of lines: buttons over the chart, moved by pointer or by arrow keys in ticks.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { classes, Directed, NumPrice } from '@vitrine/ui';
import type { KeyboardEvent } from 'react';
import style from './lines.module.css';
import { type ChartLine, type ChartLineHandlers, pulledLine, stepPrice } from './line.ts';
import { type Move, type MoveEvent, shownPrice } from '../move/move.ts';
import type { LineHold, ShownLine } from './use-lines.ts';

/** Ticks per arrow key with Shift, and per Page up or down. */
const FAR_TICKS = 10;

interface LineLabelsProps {
  readonly hold: LineHold;
  readonly move: Move;
  readonly onMove: (event: MoveEvent) => void;
  readonly tickDecimals: number;
  readonly handlers: ChartLineHandlers | undefined;
}

export function LineLabels({ hold, move, onMove, tickDecimals, handlers }: LineLabelsProps) {
  return (
    <div className={style['layer']}>
      {hold.shown.map((shown) => (
        <LineLabel
          key={shown.line.id}
          shown={shown}
          hold={hold}
          move={move}
          onMove={onMove}
          tickDecimals={tickDecimals}
          handlers={handlers}
        />
      ))}
    </div>
  );
}

function LineLabel(props: LineLabelsProps & { readonly shown: ShownLine }) {
  const { shown, hold, move, onMove, tickDecimals, handlers } = props;
  const describe = handlers?.describe;
  const { t } = useLingui();
  const { label } = shown.line;
  const words = usePullWords();
  const { line, price } = shown;
  const held = isHeld(move, line);
  const moved = held && (move.at === 'drag' || move.at === 'ask' || move.at === 'send');
  const body = (
    <>
      {line.draggable ? <Grip /> : null}
      <span>{line.label}</span>
      {moved ? (
        <>
          <NumPrice value={price} decimals={tickDecimals} />
          {describe ? <span className={style['note']}>{describe(line, price)}</span> : null}
        </>
      ) : line.note === undefined ? null : line.tone ? (
        <Directed direction={line.tone}>{line.note}</Directed>
      ) : (
        <span className={style['note']}>{line.note}</span>
      )}
    </>
  );
  const pulls = line.pulls ?? [];
  return (
    <div
      ref={(element) => hold.setLabel(line.id, element)}
      className={classes(style['label'], held && style['held'])}
      data-kind={line.kind}
      data-line={line.id}
    >
      {line.draggable ? (
        <button
          type="button"
          className={style['grip']}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.preventDefault();
            event.currentTarget.focus({ preventScroll: true });
            hold.grab(line, false, event.nativeEvent);
          }}
          onKeyDown={(event) => onKey(event, shown, false, props)}
        >
          {body}
          <span className="v-hidden">
            <Trans comment="Behind the words of a line on the chart, for screen readers">
              at <NumPrice value={price} decimals={tickDecimals} />: move with the arrow keys, send with Enter
            </Trans>
          </span>
        </button>
      ) : (
        <span className={style['grip']}>{body}</span>
      )}
      {pulls.map((kind) => {
        const fresh = pulledLine(line, kind, words[kind].label);
        return (
          <button
            key={kind}
            type="button"
            className={style['pull']}
            data-kind={kind}
            title={words[kind].long}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.preventDefault();
              event.currentTarget.focus({ preventScroll: true });
              hold.grab(fresh, true, event.nativeEvent);
            }}
            onKeyDown={(event) => onKey(event, { line: fresh, price: shownPrice(move, fresh) }, true, props)}
          >
            {words[kind].short}
            <span className="v-hidden"> {words[kind].long}</span>
          </button>
        );
      })}
      {line.removable ? (
        <button
          type="button"
          className={style['remove']}
          aria-label={t({
            message: `Remove: ${label} at ${price}`,
            comment: 'Button on a line of the chart: cancels the order or removes the stop, after a question',
          })}
          onClick={() => onMove({ is: 'remove', line })}
        >
          <IconX size={12} stroke={2} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}

/** Arrow keys move by ticks, Enter confirms. `fresh`: the line does not exist yet. */
function onKey(
  event: KeyboardEvent,
  { line, price }: ShownLine,
  fresh: boolean,
  { move, onMove, tickDecimals, handlers }: LineLabelsProps,
): void {
  const steps = stepsOf(event);
  if (steps !== 0) {
    event.preventDefault();
    event.stopPropagation();
    onMove({ is: 'hold', line, fresh });
    onMove({ is: 'to', price: stepPrice(price, steps, tickDecimals) });
    onMove({ is: 'release' });
  } else if (event.key === 'Enter' && move.at === 'ask' && move.line.id === line.id) {
    event.preventDefault();
    // A price that the bar refuses cannot be sent by key either.
    const refused = move.to !== null && handlers?.refuse?.(move.line, move.to) !== undefined;
    if (!refused) onMove({ is: 'send' });
  }
}

function stepsOf(event: KeyboardEvent): number {
  const far = event.shiftKey ? FAR_TICKS : 1;
  switch (event.key) {
    case 'ArrowUp':
      return far;
    case 'ArrowDown':
      return -far;
    case 'PageUp':
      return FAR_TICKS;
    case 'PageDown':
      return -FAR_TICKS;
    default:
      return 0;
  }
}

function isHeld(move: Move, line: ChartLine): boolean {
  return move.at !== 'rest' && move.at !== 'failed' && move.line.id === line.id;
}

/** Names of the stop orders that can be dragged out of an entry line. */
function usePullWords(): Record<'stopProfit' | 'stopLoss', { label: string; short: string; long: string }> {
  const { t } = useLingui();
  return {
    stopProfit: {
      label: t({ message: 'Take profit', comment: 'Line on the chart' }),
      short: t({ message: 'TP', comment: 'Take profit, two letters on a line of the chart' }),
      long: t`Add a take profit: drag, or use the arrow keys`,
    },
    stopLoss: {
      label: t({ message: 'Stop loss', comment: 'Line on the chart' }),
      short: t({ message: 'SL', comment: 'Stop-loss, two letters on a line of the chart' }),
      long: t`Add a stop loss: drag, or use the arrow keys`,
    },
  };
}

/** Two rows of dots: a drag handle. */
function Grip() {
  return (
    <svg width="6" height="10" viewBox="0 0 6 10" aria-hidden="true">
      <path d="M0 0h2v2H0zm4 0h2v2H4zM0 4h2v2H0zm4 0h2v2H4zM0 8h2v2H0zm4 0h2v2H4z" fill="currentColor" />
    </svg>
  );
}
