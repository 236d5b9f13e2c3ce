// A form's state: values, visible faults, sending, and refusals per field.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ApiFault } from '../../api/index.ts';
import { fieldRefusal } from '../../credential/index.ts';
import type { Faults } from './faults.ts';
import { useFaultWords, useReasonWords } from './words.tsx';

/** The pure part of a form, in a `*-form.ts` without React. */
export interface FormRules<Form extends object, Field extends string> {
  readonly reduce: (form: Form, change: Partial<Form>) => Form;
  readonly validate: (form: Form) => Faults<Field>;
  /** The field that a refusal belongs to, by message key. */
  readonly refusals?: Readonly<Record<string, Field | readonly Field[]>>;
  /** The form field of a field of the call. */
  readonly wire?: Readonly<Record<string, Field>>;
}

export interface FormState<Form extends object, Field extends string> {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
  /** The field lost the focus: its fault shows from now on. */
  readonly leave: (field: Field) => void;
  /** Fault or refusal of a field, as text. */
  readonly error: (field: Field) => string | undefined;
  /** Whether there are no faults so far. */
  readonly whole: boolean;
  readonly send: () => void;
  readonly busy: boolean;
  /** A refusal or missing answer that belongs to no field. */
  readonly refused: Error | undefined;
  /** Increases with each attempt to send a faulty form, to focus the first faulty field. */
  readonly attention: number;
  /** The last attempt was refused, or no answer came. */
  readonly failed: boolean;
}

export function useForm<Form extends object, Field extends string>(
  rules: FormRules<Form, Field>,
  start: Form,
  act: (form: Form, reset: () => void) => Promise<unknown>,
): FormState<Form, Field> {
  const words = useFaultWords();
  const reasons = useReasonWords();
  const [attention, setAttention] = useState(0);
  const attend = (): void => setAttention((count) => count + 1);
  const [form, setForm] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [tried, setTried] = useState(false);
  const begin = (): void => {
    setForm(start);
    setLeft(new Set());
    setTried(false);
  };
  const sending = useMutation({
    mutationFn: (sent: Form) => act(sent, begin),
  });
  const faults = rules.validate(form);
  const whole = Object.keys(faults).length === 0;
  const fault = sending.error instanceof ApiFault ? sending.error : undefined;
  const refusedAt = [(fault && rules.refusals?.[fault.key]) ?? []].flat() as readonly Field[];
  const refusedFields = Object.entries(fault?.fields ?? {}).flatMap(([name, reason]) => {
    const field = rules.wire?.[name];
    return field === undefined ? [] : [{ field, reason }];
  });
  return {
    form,
    attention,
    failed: sending.isError,
    whole,
    busy: sending.isPending,
    change: (change) => {
      setForm((before) => rules.reduce(before, change));
      if (sending.isError) sending.reset();
    },
    leave: (field) => {
      // An empty field is not yet a fault; only typed text is.
      if (form[field as unknown as keyof Form] !== '') setLeft((before) => new Set(before).add(field));
    },
    error: (field) => {
      if (fault && refusedAt.includes(field)) return fieldRefusal(fault);
      const refused = refusedFields.find((one) => one.field === field);
      if (refused) return reasons(refused.reason);
      const found = tried || left.has(field) ? faults[field] : undefined;
      return found === undefined ? undefined : words(found);
    },
    send: () => {
      setTried(true);
      if (!whole) attend();
      else if (!sending.isPending) sending.mutate(form);
    },
    // The user was asked for a second factor and cancelled, so there is nothing to show.
    refused:
      fault?.silent === true || refusedAt.length + refusedFields.length > 0 ? undefined : (sending.error ?? undefined),
  };
}
