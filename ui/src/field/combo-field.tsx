// A combobox with a list box (ARIA 1.2), for long lists: the native select has no search.
import { useId, useState, type KeyboardEvent } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { Field, type FieldFrame } from './field.tsx';
import style from './combo-field.module.css';

export interface ComboOption {
  readonly key: string;
  readonly label: string;
  /** Secondary text at the right of an option, such as a dialling code. */
  readonly aside?: string | undefined;
  /** The text of the closed field, in place of the label. */
  readonly short?: string | undefined;
}

export interface ComboFieldProps extends FieldFrame {
  /** Key of the selected option; empty: none. */
  readonly value: string;
  readonly options: readonly ComboOption[];
  readonly onChange: (key: string) => void;
  readonly name?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly autoComplete?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/**
 * Finds options by the typed text, ignoring accents and case; also searches aside and key. Prefix matches come first.
 */
export function findOptions(options: readonly ComboOption[], typed: string): readonly ComboOption[] {
  const sought = plain(typed.trim());
  if (sought === '') return options;
  const found = options.filter(
    ({ key, label, aside }) =>
      plain(label).includes(sought) ||
      plain(key) === sought ||
      (aside !== undefined && aside.replace('+', '').startsWith(sought.replace('+', ''))),
  );
  const rank = ({ label }: ComboOption): number => (plain(label).startsWith(sought) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

export function ComboField({
  value,
  options,
  onChange,
  name,
  placeholder,
  autoComplete = 'off',
  onBlur,
  ...frame
}: ComboFieldProps) {
  const list = useId();
  /** The typed text while the list is open; undefined: closed. */
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const chosen = options.find((option) => option.key === value);
  const found = typed === undefined ? [] : findOptions(options, typed);
  const marked = found[Math.min(at, found.length - 1)];
  const open = (): void => {
    if (typed !== undefined) return;
    setTyped('');
    setAt(
      Math.max(
        0,
        options.findIndex((option) => option.key === value),
      ),
    );
  };
  const choose = (option: ComboOption | undefined): void => {
    if (option) onChange(option.key);
    setTyped(undefined);
  };
  const move = (by: number): void => {
    if (typed === undefined) return open();
    const next = Math.min(found.length - 1, Math.max(0, at + by));
    setAt(next);
    const id = found[next]?.key;
    if (id !== undefined) document.getElementById(`${list}-${id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 1 : -1);
        break;
      case 'Enter':
        if (typed === undefined) break;
        event.preventDefault();
        choose(marked);
        break;
      case 'Escape':
        if (typed === undefined) break;
        event.stopPropagation();
        setTyped(undefined);
        break;
    }
  };
  return (
    <Field {...frame}>
      {(bound) => (
        <span className={style['combo']}>
          <input
            {...bound}
            type="text"
            role="combobox"
            aria-expanded={typed !== undefined}
            aria-controls={`${list}-list`}
            aria-autocomplete="list"
            aria-activedescendant={typed !== undefined && marked ? `${list}-${marked.key}` : undefined}
            name={name}
            autoComplete={autoComplete}
            placeholder={placeholder}
            value={typed ?? chosen?.short ?? chosen?.label ?? ''}
            onClick={open}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setAt(0);
            }}
            onBlur={() => {
              setTyped(undefined);
              onBlur?.();
            }}
          />
          <IconChevronDown stroke={1.75} aria-hidden="true" />
          <span
            role="listbox"
            id={`${list}-list`}
            aria-labelledby={`${bound.id}-label`}
            className={style['list']}
            hidden={typed === undefined}
          >
            {typed !== undefined && found.length === 0 ? (
              <span role="option" aria-selected={false} aria-disabled="true" className={style['none']}>
                <Trans comment="A search found nothing">No results</Trans>
              </span>
            ) : (
              found.map((option) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the focus and the keys
                <span
                  key={option.key}
                  id={`${list}-${option.key}`}
                  tabIndex={-1}
                  role="option"
                  aria-selected={option.key === value}
                  data-marked={option === marked || undefined}
                  className={style['option']}
                  // Keeps the focus in the field: a blur would close the list before the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  <span>{option.label}</span>
                  {option.aside === undefined ? null : <span className={style['aside']}>{option.aside}</span>}
                </span>
              ))
            )}
          </span>
        </span>
      )}
    </Field>
  );
}
