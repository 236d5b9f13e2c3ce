// A form's life: what is typed, which faults show and when, sending, and what was refused at which field.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ApiFault } from '../../api/index.ts';
import { fieldRefusal } from '../../credential/index.ts';
import type { Faults } from './faults.ts';
import { useFaultWords, useReasonWords } from './words.tsx';

/** The pure part of a form; it stands in a `*-form.ts` without React. */
export interface FormRules<Form extends object, Field extends string> {
  readonly reduce: (form: Form, change: Partial<Form>) => Form;
  readonly validate: (form: Form) => Faults<Field>;
  /** Which of its fields a refusal belongs to, by message key. */
  readonly refusals?: Readonly<Record<string, Field | readonly Field[]>>;
  /** Which of its fields a field of the call is. */
  readonly wire?: Readonly<Record<string, Field>>;
}

export interface FormState<Form extends object, Field extends string> {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
  /** The field was left: from now on its fault shows. */
  readonly leave: (field: Field) => void;
  /** Fault or refusal of a field, in words. */
  readonly error: (field: Field) => string | undefined;
  /** Without a fault so far. */
  readonly whole: boolean;
  readonly send: () => void;
  readonly busy: boolean;
  /** A refusal or lost answer that belongs to no field. */
  readonly refused: Error | undefined;
  /** Rises whenever sending a form with faults was tried: its first wrong field wants the focus. */
  readonly attention: number;
  /** The last sending was refused, or no answer came. */
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
      // A field left empty is not yet wrong; only what was typed is.
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
    // A further proof that was asked for and not given: the customer knows.
    refused:
      fault?.silent === true || refusedAt.length + refusedFields.length > 0 ? undefined : (sending.error ?? undefined),
  };
}
