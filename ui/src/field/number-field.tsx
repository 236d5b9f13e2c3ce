// A field for an amount or quantity. The value is plain decimal text; the field shows the user's decimal mark.
// Pasted text is parsed by the paste rule.
import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { Trans } from '@lingui/react/macro';
import {
  hasDecimalMark,
  isForeign,
  maxWhole,
  readPasted,
  readTyped,
  showNumber,
  type Refusal,
} from '../number/index.ts';
import { useFormat } from '../output/index.ts';
import { Field, type FieldFrame } from './field.tsx';
import style from './field.module.css';

export interface NumberFieldProps extends FieldFrame {
  /**
   * Plain decimal text with `.` as the point, which may be the last character; empty for no input.
   * `.` alone: the text is not a number, and the field says why.
   */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Digits allowed after the decimal point; 0 for whole numbers. */
  readonly decimals: number;
  readonly unit?: ReactNode;
  readonly name?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Arrow up and down: one step (a tick, a lot). Without it, the arrow keys do nothing. */
  readonly onStep?: ((direction: 1 | -1) => void) | undefined;
  readonly onFocus?: (() => void) | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

/** The text as typed, while it differs from the formatted value. */
interface Draft {
  readonly text: string;
  /** The value parsed from the draft. A different value from outside discards the draft. */
  readonly value: string;
  readonly refused: Refusal | undefined;
}

/** Maximum characters of a draft. Every valid number is shorter. */
const MAX_DRAFT = 64;

/**
 * True for input that arrives whole without a paste event: dropped text and clipboard suggestions of phone keyboards.
 * It is parsed like pasted text.
 */
function cameWhole(event: Event): boolean {
  if (!('inputType' in event)) return false;
  const { inputType, data } = event as InputEvent;
  if (inputType === 'insertFromDrop' || inputType === 'insertFromPaste') return true;
  return inputType === 'insertText' && data !== null && data.length > 1 && /\D/.test(data);
}

export function NumberField({
  value,
  onChange,
  decimals,
  unit,
  name,
  placeholder,
  onStep,
  onFocus,
  inputRef,
  error,
  ...frame
}: NumberFieldProps) {
  const { tag } = useFormat();
  const own = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const [refused, setRefused] = useState<Refusal>();
  const [draft, setDraft] = useState<Draft>();
  const active = draft?.value === value ? draft : undefined;

  // Characters removed before the caret must not move the caret to the end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    own.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const typed = (text: string, at: number): void => {
    const notWhole =
      decimals === 0 &&
      !isForeign(text) &&
      (hasDecimalMark(text, tag) || (refused === 'notWhole' && text.length > value.length));
    setRefused(notWhole ? 'notWhole' : undefined);
    if (notWhole) {
      // Digits typed after a decimal mark stay after it: 1.75 never becomes 175.
      caret.current = Math.min(at, (active?.text ?? value).length);
      return;
    }
    const read = readTyped(text, decimals, tag);
    setDraft(read.asTyped ? { text: text.slice(0, MAX_DRAFT), value: read.value, refused: read.refused } : undefined);
    if (!read.asTyped) caret.current = caretAfter(text, at, read.value);
    onChange(read.value);
  };
  /** The caret position in the filtered value: after the characters that preceded the caret in the typed text. */
  const caretAfter = (text: string, at: number, became: string): number => {
    const before = readTyped(text.slice(0, at), decimals, tag);
    return before.asTyped ? Math.max(0, became.length - (text.length - at)) : before.value.length;
  };
  const insert = (text: string): void => {
    const read = readPasted(text, decimals, tag);
    if (read === undefined) {
      const isTooLong = readTyped(text, decimals, tag).refused === 'tooLong';
      return setRefused(isForeign(text) ? 'noNumber' : isTooLong ? 'tooLong' : 'twoWays');
    }
    setRefused(undefined);
    setDraft(undefined);
    onChange(read);
  };
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { value: text, selectionStart } = event.currentTarget;
    if (cameWhole(event.nativeEvent)) insert(text);
    else typed(text, selectionStart ?? text.length);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault();
    insert(event.clipboardData.getData('text'));
  };
  const step = (event: KeyboardEvent): void => {
    if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  };
  const leave = (): void => {
    setRefused((before) => (before === 'notWhole' ? undefined : before));
    // On blur the field shows the parsed value. Rejected text stays, with the reason.
    setDraft((before) => (before?.refused === undefined ? undefined : before));
  };
  const why = refused ?? active?.refused;
  const shownError =
    why === 'noNumber' ? (
      <Trans>A number is expected</Trans>
    ) : why === 'notWhole' ? (
      <Trans>A whole number is expected</Trans>
    ) : why === 'tooLong' ? (
      <Trans>At most {maxWhole} digits before the decimal point</Trans>
    ) : why === 'twoWays' ? (
      <Trans comment="Typed or pasted: 1,000 is one thousand or one, 1.234,5 is not written as in English">
        This number can be read in two ways. Type it without thousands separators.
      </Trans>
    ) : (
      error
    );

  return (
    <Field {...frame} error={shownError} rightAligned>
      {(bound) => (
        <>
          <input
            {...bound}
            ref={(element) => {
              own.current = element;
              if (typeof inputRef === 'function') inputRef(element);
              else if (inputRef) inputRef.current = element;
            }}
            name={name}
            type="text"
            inputMode={decimals === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder={placeholder}
            value={active?.text ?? showNumber(value, tag)}
            onChange={change}
            onPaste={paste}
            onKeyDown={step}
            onFocus={onFocus}
            onBlur={leave}
          />
          {unit === undefined ? null : <span className={style['unit']}>{unit}</span>}
        </>
      )}
    </Field>
  );
}

export interface PercentSliderProps {
  readonly label: string;
  /** Percent, 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  readonly disabled?: boolean | undefined;
}

const stops = [0, 25, 50, 75, 100] as const;

/** Chooses a percentage of the available balance. The quarter marks are visual only; nothing snaps. */
export function PercentSlider({ label, value, onChange, disabled = false }: PercentSliderProps) {
  return (
    <div className={style['slider']}>
      <span className={style['track']} aria-hidden="true">
        <span className={style['fill']} style={{ width: `${value}%` }} />
        {stops.map((stop) => (
          <span
            key={stop}
            className={`${style['stop']} ${value >= stop && value > 0 ? style['stopOn'] : ''}`}
            style={{ left: `${stop}%` }}
          />
        ))}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        aria-label={label}
        aria-valuetext={`${value}%`}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
