// A sign-in form's life: what is typed, which faults are shown, what the exchange refused.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ApiFault } from '../../api/index.ts';
import {
  emptyForm,
  fieldOf,
  validate,
  type SignFaults,
  type SignField,
  type SignForm,
  type SignPurpose,
} from './form.ts';

export interface SignFormState {
  readonly form: SignForm;
  readonly change: (change: Partial<SignForm>) => void;
  /** Faults to show: of fields left, or all once sending was tried. */
  readonly faults: SignFaults;
  /** All faults there are; none: it may be sent. */
  readonly all: SignFaults;
  readonly leave: (field: SignField) => void;
  readonly send: () => void;
  readonly busy: boolean;
  readonly refused:
    | { readonly fault: ApiFault | undefined; readonly error: Error; readonly field: SignField | undefined }
    | undefined;
}

export function useSignForm(
  purpose: SignPurpose,
  start: Partial<SignForm>,
  act: (form: SignForm) => Promise<void>,
): SignFormState {
  const [form, setForm] = useState<SignForm>({ ...emptyForm, ...start });
  const [left, setLeft] = useState<ReadonlySet<SignField>>(new Set());
  const [tried, setTried] = useState(false);
  const sending = useMutation({ mutationFn: act });
  const all = validate(form, purpose);
  const shown = Object.entries(all).filter(([field]) => tried || left.has(field as SignField));
  const error = sending.error;
  return {
    form,
    change: (change) => {
      setForm((before) => ({ ...before, ...change }));
      if (sending.isError) sending.reset();
      if (change.tab !== undefined) {
        setTried(false);
        setLeft(new Set());
      }
    },
    faults: Object.fromEntries(shown) as SignFaults,
    all,
    leave: (field) => {
      // A field left empty is not yet wrong; only what was typed is.
      if (form[field] !== '') setLeft((before) => new Set(before).add(field));
    },
    send: () => {
      setTried(true);
      if (Object.keys(all).length === 0 && !sending.isPending) sending.mutate(form);
    },
    busy: sending.isPending,
    refused: error
      ? {
          error,
          fault: error instanceof ApiFault ? error : undefined,
          field: error instanceof ApiFault ? fieldOf(error.key) : undefined,
        }
      : undefined,
  };
}
