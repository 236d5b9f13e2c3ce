// Drawing: the menu of tools, and the bar with actions for drawings.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { Menu } from '@vitrine/ui';
import type { ReactNode } from 'react';
import style from '../chart.module.css';
import { type DrawingEvent, type Drawings, MAX_DRAWINGS, MAX_NOTE, TOOLS, type ToolName } from './drawing.ts';

/** The name of a tool. */
export function toolWord(name: ToolName): ReactNode {
  switch (name) {
    case 'segment':
      return <Trans comment="Drawing tool">Trend line</Trans>;
    case 'rayLine':
      return <Trans comment="Drawing tool">Ray</Trans>;
    case 'straightLine':
      return <Trans comment="Drawing tool">Endless line</Trans>;
    case 'horizontalStraightLine':
      return <Trans comment="Drawing tool">Horizontal line</Trans>;
    case 'horizontalRayLine':
      return <Trans comment="Drawing tool">Horizontal ray</Trans>;
    case 'verticalStraightLine':
      return <Trans comment="Drawing tool">Vertical line</Trans>;
    case 'parallelStraightLine':
      return <Trans comment="Drawing tool">Parallel lines</Trans>;
    case 'priceChannelLine':
      return <Trans comment="Drawing tool">Price channel</Trans>;
    case 'fibonacciLine':
      return <Trans comment="Drawing tool">Fibonacci</Trans>;
    case 'vitrineRectangle':
      return <Trans comment="Drawing tool">Rectangle</Trans>;
    case 'vitrineMeasure':
      return <Trans comment="Drawing tool: says the change between two points">Measure</Trans>;
    case 'vitrineNote':
      return <Trans comment="Drawing tool: text on the chart">Note</Trans>;
  }
}

export function ToolMenu({
  disabled,
  tool,
  onTool,
}: {
  readonly disabled: boolean;
  readonly tool: ToolName | undefined;
  readonly onTool: (tool: ToolName | undefined) => void;
}) {
  const { t } = useLingui();
  const target = (
    <button type="button" className={style['choice']} disabled={disabled} aria-pressed={tool !== undefined}>
      <IconPencil size={14} stroke={1.75} aria-hidden="true" />{' '}
      <Trans comment="Menu of drawing tools on the chart">Draw</Trans>
    </button>
  );
  if (disabled) return target;
  return (
    <Menu
      label={t`Drawing tools`}
      position="bottom-start"
      target={target}
      items={TOOLS.map(({ name }) => ({
        key: name,
        label: toolWord(name),
        chosen: name === tool,
        onClick: () => onTool(name === tool ? undefined : name),
      }))}
    />
  );
}

interface DrawingBarProps {
  readonly drawings: Drawings;
  readonly onDrawing: (event: DrawingEvent) => void;
  readonly tool: ToolName | undefined;
  readonly onTool: (tool: ToolName | undefined) => void;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

/** Shown as soon as there are drawings; it overlays the chart, so that nothing moves. */
export function DrawingBar({ drawings, onDrawing, tool, onTool, selected, onSelect }: DrawingBarProps) {
  const { t } = useLingui();
  const { list, hidden, past, future } = drawings;
  const chosen = list.find(({ id }) => id === selected);
  if (tool === undefined && list.length === 0 && past.length === 0 && future.length === 0) return null;
  const say = (event: DrawingEvent) => (): void => onDrawing(event);
  const toolName = tool === undefined ? null : toolWord(tool);
  return (
    <div
      className={style['drawings']}
      role="toolbar"
      aria-label={t({ message: 'Drawings', comment: 'Lines drawn on a chart by the user' })}
    >
      {tool === undefined ? null : (
        <>
          <span className={style['hint']}>
            {list.length >= MAX_DRAWINGS ? (
              <Trans>You can have up to {MAX_DRAWINGS} drawings. Delete one first.</Trans>
            ) : (
              <Trans comment="While a drawing tool is in hand; before it stands the tool's name">
                {toolName}: pick points on the chart
              </Trans>
            )}
          </span>
          <button type="button" onClick={() => onTool(undefined)}>
            <Trans context="leave" comment="Puts a drawing tool down without drawing">
              Cancel
            </Trans>
          </button>
        </>
      )}
      {chosen && tool === undefined ? (
        <>
          {chosen.tool === 'vitrineNote' ? (
            <input
              key={chosen.id}
              className={style['noteText']}
              aria-label={t`Note text`}
              placeholder={t`Note text`}
              maxLength={MAX_NOTE}
              disabled={chosen.locked}
              // A new note takes the focus for its text; a selected one does not.
              ref={chosen.text === '' ? focusOnce : undefined}
              defaultValue={chosen.text}
              onBlur={(event) => {
                if (event.currentTarget.value !== chosen.text)
                  onDrawing({ is: 'note', id: chosen.id, text: event.currentTarget.value });
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.currentTarget.blur();
              }}
            />
          ) : (
            <span className={style['hint']}>{toolWord(chosen.tool)}</span>
          )}
          <button
            type="button"
            aria-pressed={chosen.locked}
            onClick={say({ is: 'lock', id: chosen.id, locked: !chosen.locked })}
          >
            {chosen.locked ? (
              <Trans comment="Lets a drawing be moved again">Unlock</Trans>
            ) : (
              <Trans comment="Holds a drawing where it is">Lock</Trans>
            )}
          </button>
          <button type="button" disabled={chosen.locked} onClick={say({ is: 'remove', id: chosen.id })}>
            <Trans comment="Deletes a drawing">Delete</Trans>
          </button>
          <span className={style['rule']} />
        </>
      ) : null}
      {tool === undefined && list.length > 0 ? (
        <>
          <Menu
            label={t`Drawings`}
            target={
              <button type="button">
                <Trans comment="Opens the list of drawings on the chart; how many there are">
                  Drawings {{ count: list.length }}
                </Trans>
              </button>
            }
            items={list.map((one) => ({
              key: one.id,
              label: (
                <>
                  {toolWord(one.tool)} {one.text}
                </>
              ),
              chosen: one.id === selected,
              onClick: () => onSelect(one.id),
            }))}
          />
          <button type="button" aria-pressed={hidden} onClick={say({ is: 'hide', hidden: !hidden })}>
            {hidden ? (
              <Trans comment="Shows all drawings again">Show all</Trans>
            ) : (
              <Trans comment="Hides all drawings">Hide all</Trans>
            )}
          </button>
          <button type="button" onClick={say({ is: 'clear' })}>
            <Trans comment="Deletes all drawings of the market">Delete all</Trans>
          </button>
        </>
      ) : null}
      {tool === undefined ? (
        <>
          <button type="button" disabled={past.length === 0} onClick={say({ is: 'undo' })}>
            <Trans comment="Takes back the last step of drawing">Undo</Trans>
          </button>
          <button type="button" disabled={future.length === 0} onClick={say({ is: 'redo' })}>
            <Trans comment="Does again what was taken back in drawing">Redo</Trans>
          </button>
        </>
      ) : null}
    </div>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}
