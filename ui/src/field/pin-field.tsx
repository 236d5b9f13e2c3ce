// Six boxes in two groups of three over one input, so that paste, phone keyboards and screen readers find one field.
// Used for the fund password (hidden) and for codes (shown).
import { useEffect, useRef } from 'react';
import { Field, type FieldFrame } from './field.tsx';
import { classes } from '../theme/index.ts';
import style from './pin-field.module.css';

/** Digits of the fund password. */
export const PIN_DIGITS = 6;

export interface PinFieldProps extends FieldFrame {
  /** Digits typed so far. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** `new-password` when the user sets it, otherwise `off`: browsers must not fill in the login password. */
  readonly autoComplete?: 'off' | 'new-password' | 'one-time-code' | undefined;
  /** True shows the digits while they are typed. A fund password is always hidden. */
  readonly shown?: boolean | undefined;
  /** Called once with all digits when the last one is entered: typed, pasted or auto-filled. */
  readonly onComplete?: ((digits: string) => void) | undefined;
  readonly autoFocus?: boolean | undefined;
}

const places = Array.from({ length: PIN_DIGITS }, (_, index) => index);

export function PinField({
  value,
  onChange,
  name,
  onBlur,
  autoComplete = 'off',
  shown = false,
  onComplete,
  autoFocus = false,
  ...frame
}: PinFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const accept = (text: string): void => {
    const digits = text.replace(/\D/g, '').slice(0, PIN_DIGITS);
    onChange(digits);
    if (digits.length === PIN_DIGITS && digits !== value) onComplete?.(digits);
  };
  return (
    <Field {...frame} variant="pin">
      {(bound) => (
        <span className={style['pin']} data-shown={shown || undefined}>
          <input
            {...bound}
            ref={input}
            type={shown ? 'text' : 'password'}
            inputMode="numeric"
            // No maxLength: it would cut a pasted "123 456" before its digits are read.
            pattern="[0-9]*"
            data-autofocus={autoFocus || undefined}
            name={name}
            autoComplete={autoComplete}
            value={value}
            onBlur={onBlur}
            onChange={(event) => accept(event.currentTarget.value)}
            // Typed digits are appended, unless the whole value is selected and replaced.
            onSelect={({ currentTarget: field }) => {
              const { length } = field.value;
              const all = field.selectionStart === 0 && field.selectionEnd === length;
              if (!all && field.selectionStart !== length) field.setSelectionRange(length, length);
            }}
          />
          <span className={style['cells']} aria-hidden="true">
            {places.map((place) => (
              <span
                key={place}
                className={classes(
                  style['cell'],
                  place === 3 && style['second'],
                  place < value.length && style['full'],
                  place === Math.min(value.length, PIN_DIGITS - 1) && style['here'],
                  bound['aria-invalid'] && style['bad'],
                )}
              >
                {shown ? value[place] : null}
              </span>
            ))}
          </span>
        </span>
      )}
    </Field>
  );
}
