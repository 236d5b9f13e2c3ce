// Text fields: plain text, password with reveal, select, search.
import { useState, type HTMLInputTypeAttribute, type ReactNode } from 'react';
import { IconChevronDown, IconEye, IconEyeOff, IconSearch, IconX } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { Field, type FieldFrame } from './field.tsx';
import style from './field.module.css';

export interface TextFieldProps extends FieldFrame {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string | undefined;
  readonly type?: HTMLInputTypeAttribute | undefined;
  readonly autoComplete?: string | undefined;
  readonly inputMode?: 'text' | 'email' | 'numeric' | 'tel' | 'search' | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** Inside at the right: a button, an icon. */
  readonly end?: ReactNode;
}

export function TextField({
  value,
  onChange,
  name,
  type = 'text',
  autoComplete,
  inputMode,
  placeholder,
  maxLength,
  required,
  onBlur,
  end,
  ...frame
}: TextFieldProps) {
  return (
    <Field {...frame}>
      {(bound) => (
        <>
          <input
            {...bound}
            name={name}
            type={type}
            value={value}
            autoComplete={autoComplete}
            inputMode={inputMode}
            placeholder={placeholder}
            maxLength={maxLength}
            aria-required={required}
            onBlur={onBlur}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {end}
        </>
      )}
    </Field>
  );
}

/** A password field with a reveal button. The text is visible only while the button is on. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const eye = (
    <button
      type="button"
      className={style['reveal']}
      aria-pressed={shown}
      aria-label={shown ? t`Hide password` : t`Show password`}
      onClick={() => setShown(!shown)}
    >
      {shown ? <IconEyeOff stroke={1.75} aria-hidden="true" /> : <IconEye stroke={1.75} aria-hidden="true" />}
    </button>
  );
  return <TextField {...props} type={shown ? 'text' : 'password'} end={eye} />;
}

export interface SelectOption<Key extends string> {
  readonly key: Key;
  readonly label: string;
}

export interface SelectFieldProps<Key extends string> extends FieldFrame {
  readonly value: Key;
  readonly options: readonly SelectOption<Key>[];
  readonly onChange: (key: Key) => void;
  readonly name?: string | undefined;
}

/** A select field. Uses the native list, which works with every phone and screen reader. */
export function SelectField<Key extends string>({ value, options, onChange, name, ...frame }: SelectFieldProps<Key>) {
  return (
    <Field {...frame}>
      {(bound) => (
        <>
          <select
            {...bound}
            name={name}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.key === event.currentTarget.value);
              if (chosen) onChange(chosen.key);
            }}
          >
            {/* A browser shows the first option when the value matches none. */}
            {options.some((option) => option.key === value) ? null : <option value={value}>{value}</option>}
            {options.map((option) => (
              <option key={option.key} value={option.key}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown stroke={1.75} aria-hidden="true" />
        </>
      )}
    </Field>
  );
}

/** A search field. The label is for screen readers only; Escape and the clear button empty it. */
export function SearchField({
  label,
  value,
  onChange,
  className,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <search className={className}>
      <div className={`${style['box']} ${style['search']}`}>
        <IconSearch stroke={1.75} aria-hidden="true" />
        <input
          type="text"
          inputMode="search"
          aria-label={label}
          placeholder={label}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && value !== '') {
              event.stopPropagation();
              onChange('');
            }
          }}
        />
        {value === '' ? null : (
          <button type="button" className={style['reveal']} aria-label={t`Clear search`} onClick={() => onChange('')}>
            <IconX stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </search>
  );
}

export interface CheckFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly bad?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function CheckField({ checked, onChange, name, disabled, bad = false, className, children }: CheckFieldProps) {
  return (
    <label className={`${style['check']} ${bad ? style['checkBad'] : ''} ${className ?? ''}`}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-invalid={bad || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
