// A field of several lines, for a note or a reason. It uses the common field frame and shows the characters left.
import type { Ref } from 'react';
import { useFormat } from '../output/index.ts';
import { formatCount } from '../number/index.ts';
import { Field, type FieldFrame } from './field.tsx';

export interface TextAreaFieldProps extends Omit<FieldFrame, 'variant' | 'quick'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string | undefined;
  readonly rows?: number;
  readonly maxLength: number;
  readonly placeholder?: string | undefined;
  readonly required?: boolean | undefined;
  readonly inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** Shows the remaining characters from this share of the maximum length. */
const countFrom = 0.6;

export function TextAreaField({
  value,
  onChange,
  name,
  rows = 3,
  maxLength,
  placeholder,
  required,
  inputRef,
  ...frame
}: TextAreaFieldProps) {
  const { tag } = useFormat();
  const full = value.length >= maxLength * countFrom;
  return (
    <Field
      {...frame}
      variant="area"
      {...(full ? { quick: `${formatCount(value.length, { tag })} / ${formatCount(maxLength, { tag })}` } : {})}
    >
      {(bound) => (
        <textarea
          {...bound}
          ref={inputRef}
          name={name}
          rows={rows}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          aria-required={required}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
