// The fund password: six boxes in two threes over one input, so that paste, phone keyboards and screen readers find a field.
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
  /** `new-password` where it is set, else `off`: the login password must not be filled in here. */
  readonly autoComplete?: 'off' | 'new-password' | undefined;
}

const places = Array.from({ length: PIN_DIGITS }, (_, index) => index);

export function PinField({ value, onChange, name, onBlur, autoComplete = 'off', ...frame }: PinFieldProps) {
  return (
    <Field {...frame} variant="pin">
      {(bound) => (
        <span className={style['pin']}>
          <input
            {...bound}
            type="password"
            inputMode="numeric"
            pattern="[0-9]*"
            maxLength={PIN_DIGITS}
            name={name}
            autoComplete={autoComplete}
            value={value}
            onBlur={onBlur}
            onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, PIN_DIGITS))}
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
              />
            ))}
          </span>
        </span>
      )}
    </Field>
  );
}
