// Choosing one of a few options: the segmented control (a radio group) and tabs. Arrow keys move the choice.
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from '../theme/index.ts';
import { useCurrentInView } from './current-in-view.ts';
import style from './control.module.css';

export interface Choice<Key extends string> {
  readonly key: Key;
  readonly label: ReactNode;
  /** Segments only: buy and sell take the colour of their side. */
  readonly tone?: 'up' | 'down' | undefined;
  /** Tabs only: the number of entries in the tab. */
  readonly count?: number | undefined;
}

interface ChoiceProps<Key extends string> {
  /** What the control chooses, for screen readers. */
  readonly label: string;
  readonly choices: readonly Choice<Key>[];
  readonly value: Key;
  readonly onChange: (key: Key) => void;
  readonly className?: string | undefined;
}

/** Returns the choice that an arrow key moves to; undefined for other keys. */
function next<Key extends string>(
  event: KeyboardEvent,
  choices: readonly Choice<Key>[],
  value: Key,
): Choice<Key> | undefined {
  const at = choices.findIndex((choice) => choice.key === value);
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return choices[(at + 1) % choices.length];
    case 'ArrowLeft':
    case 'ArrowUp':
      return choices[(at - 1 + choices.length) % choices.length];
    case 'Home':
      return choices[0];
    case 'End':
      return choices.at(-1);
    default:
      return undefined;
  }
}

function useArrows<Key extends string>({ choices, value, onChange }: ChoiceProps<Key>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = next(event, choices, value);
    if (!to) return;
    event.preventDefault();
    onChange(to.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(to.key)}"]`)?.focus();
  };
  return { list, onKeyDown };
}

/** Two to four choices side by side, all visible: a native radio group with our styles. */
export function Segmented<Key extends string>({ label, choices, value, onChange, className }: ChoiceProps<Key>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes(style['segments'], className)}>
      {choices.map((choice) => (
        <label key={choice.key} className={style['segment']} data-tone={choice.tone}>
          <input
            type="radio"
            className="v-hidden"
            name={name}
            value={choice.key}
            checked={choice.key === value}
            onChange={() => onChange(choice.key)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

interface TabsProps<Key extends string> extends ChoiceProps<Key> {
  /** Id of the panel that the tabs control; give the panel role="tabpanel" and aria-labelledby={tabId(panel, key)}. */
  readonly panel?: string | undefined;
}

/** The id of a tab, for its panel's aria-labelledby. */
export function tabId(panel: string, key: string): string {
  return `${panel}-tab-${key}`;
}

/** Tabs over a panel. They scroll sideways where they do not fit. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { label, choices, value, onChange, className, panel } = props;
  const { list, onKeyDown } = useArrows(props);
  useCurrentInView(list, value);
  return (
    <div role="tablist" aria-label={label} ref={list} className={classes(style['tabs'], className)}>
      {choices.map((choice) => (
        <button
          key={choice.key}
          type="button"
          role="tab"
          id={panel === undefined ? undefined : tabId(panel, choice.key)}
          aria-controls={panel}
          data-key={choice.key}
          aria-selected={choice.key === value}
          tabIndex={choice.key === value ? 0 : -1}
          className={style['tab']}
          onClick={() => onChange(choice.key)}
          onKeyDown={onKeyDown}
        >
          {choice.label}
          {choice.count === undefined ? null : <span className={style['count']}>{choice.count}</span>}
        </button>
      ))}
    </div>
  );
}
