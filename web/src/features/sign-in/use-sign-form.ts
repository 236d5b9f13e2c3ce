// A sign-in form's state: values, visible faults, refusals, and the lock after too many attempts.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ApiFault } from '../../api/index.ts';
import { useSeconds } from '../../credential/index.ts';
import { lockedUntil } from '../../two-factor/index.ts';
import { useCountries, type Country } from '../../page/index.ts';
import { keepCountry, startCountry } from './country.ts';
import {
  emptyForm,
  fieldNamed,
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
  /** ISO code of the country in the phone tab. */
  readonly country: string;
  readonly chooseCountry: (country: Country) => void;
  /** Faults to show: of fields that lost the focus, or all once sending was tried. */
  readonly faults: SignFaults;
  /** All faults; none: it may be sent. */
  readonly all: SignFaults;
  readonly leave: (field: SignField) => void;
  readonly send: () => void;
  readonly busy: boolean;
  readonly refused:
    | { readonly fault: ApiFault | undefined; readonly error: Error; readonly field: SignField | undefined }
    | undefined;
  /** Time until the exchange accepts another attempt, ms; 0: now. */
  readonly locked: number;
  /** Shows a refusal from elsewhere: of sending a code, of the second step. */
  readonly refuse: (error: Error) => void;
}

export function useSignForm(
  purpose: SignPurpose,
  start: Partial<SignForm>,
  act: (form: SignForm) => Promise<void>,
): SignFormState {
  const [typed, setTyped] = useState<SignForm>({ ...emptyForm, ...start });
  const [left, setLeft] = useState<ReadonlySet<SignField>>(new Set());
  const [tried, setTried] = useState(false);
  const [country, setCountry] = useState(startCountry);
  const [error, setError] = useState<Error>();
  const [until, setUntil] = useState(0);
  const locked = useSeconds(until);
  const countries = useCountries();
  const area = countries?.find(({ code }) => code === country)?.areaCode ?? '';
  const form = { ...typed, area };
  const refuse = (given: Error): void => {
    setError(given);
    if (given instanceof ApiFault) setUntil(lockedUntil(given.key, given.args, Date.now()));
  };
  const sending = useMutation({
    mutationFn: act,
    onMutate: () => setError(undefined),
    onError: refuse,
  });
  const all = validate(form, purpose);
  const shown = Object.entries(all).filter(([field]) => tried || left.has(field as SignField));
  return {
    form,
    change: (change) => {
      setTyped((before) => ({ ...before, ...change }));
      setError(undefined);
      if (change.tab !== undefined) {
        setTried(false);
        setLeft(new Set());
      }
    },
    country,
    chooseCountry: ({ code }) => {
      setCountry(code);
      keepCountry(code);
    },
    faults: Object.fromEntries(shown) as SignFaults,
    all,
    leave: (field) => {
      // An empty field is not yet a fault; only typed text is.
      if (form[field] !== '') setLeft((before) => new Set(before).add(field));
    },
    send: () => {
      setTried(true);
      if (Object.keys(all).length === 0 && !sending.isPending && locked === 0) sending.mutate(form);
    },
    busy: sending.isPending,
    refused:
      error && !(error instanceof ApiFault && error.silent)
        ? {
            error,
            fault: error instanceof ApiFault ? error : undefined,
            field:
              error instanceof ApiFault
                ? (fieldOf(error.key, form.tab) ?? fieldNamed(error.fields, form.tab))
                : undefined,
          }
        : undefined,
    locked,
    refuse,
  };
}
