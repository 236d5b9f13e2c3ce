// The words for values of the agreement, in the page's language.
import { useCallback } from 'react';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '@vitrine/ui';
import { ApiFault, NoAnswer, NotDone, OutcomeUnknown } from '../api/index.ts';
import { documentWords, kycFieldWords, kycStateWords, roleWords, whyWords } from './texts.ts';

/** The word of a value in a table of words; the value itself for those of a newer desk. */
export function wordOf(table: Readonly<Record<string, MessageDescriptor>>, key: string | number): string {
  const found = table[String(key)];
  return found ? i18n._(found) : String(key);
}

/** Roles in a row, as words. */
export function rolesText(roles: readonly string[]): string {
  return roles.map((role) => wordOf(roleWords, role)).join(', ');
}

/** A field's name. */
export function fieldText(field: string): string {
  return wordOf(kycFieldWords, field);
}

/** State of a verification. */
export function kycStateText(state: number): string {
  return wordOf(kycStateWords, state);
}

/** A country by its name in the reader's language; its code where the browser does not know it. */
export function useCountry(): (code: string | null) => string | undefined {
  const { tag } = useFormat();
  return (code) => {
    if (code === null || !/^[A-Z]{2}$/.test(code)) return code ?? undefined;
    return new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' }).of(code);
  };
}

/** A field's value as a person reads it: countries and kinds of documents by name. */
export function useFieldValue(): (field: string, value: string) => string {
  const country = useCountry();
  return (field, value) => {
    if (field === 'country') return country(value) ?? value;
    return field === 'documentType' ? wordOf(documentWords, value) : value;
  };
}

/** A fault of the desk, or an answer that is none. */
const FAULT = 500;
/** A key that has never run. */
const NEVER = 410;

/** What went wrong, in a sentence: the desk's own why, else what it said, else that nothing came. */
export function useFaultText(): (error: unknown) => string {
  const { t } = useLingui();
  return useCallback(
    (error) => {
      if (error instanceof NotDone)
        return error.code === NEVER
          ? t`It was not done. Nothing changed.`
          : t`It was rejected, and the response with the reason was lost. Check its current state.`;
      if (error instanceof OutcomeUnknown)
        return t`No response arrived, so it may have been done. Check before you try again.`;
      if (error instanceof ApiFault) {
        const why = error.why === undefined ? undefined : whyWords[error.why];
        if (why) return i18n._(why);
        // What the page itself found wrong with an answer has that code, and its developer's words.
        return error.message === '' || error.code === FAULT ? t`Something went wrong` : error.message;
      }
      if (error instanceof NoAnswer) return t`No response from the desk. Check the connection and try again.`;
      // A fault of the page: its message is its developer's.
      return t`Something went wrong`;
    },
    [t],
  );
}
