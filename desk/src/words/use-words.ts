// Texts for the contract's values, in the page's language.
import { useCallback } from 'react';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '@vitrine/ui';
import { ApiFault, NoAnswer, NotDone, OutcomeUnknown } from '../api/index.ts';
import { documentWords, kycFieldWords, kycStateWords, roleWords, whyWords } from './texts.ts';

/** The text of a value from a table; the value itself if it is unknown (newer desk). */
export function wordOf(table: Readonly<Record<string, MessageDescriptor>>, key: string | number): string {
  const found = table[String(key)];
  return found ? i18n._(found) : String(key);
}

/** A list of roles as text. */
export function rolesText(roles: readonly string[]): string {
  return roles.map((role) => wordOf(roleWords, role)).join(', ');
}

/** A field's name. */
export function fieldText(field: string): string {
  return wordOf(kycFieldWords, field);
}

/** The text of a verification state. */
export function kycStateText(state: number): string {
  return wordOf(kycStateWords, state);
}

/** A country's name in the user's language; its code if the browser does not know it. */
export function useCountry(): (code: string | null) => string | undefined {
  const { tag } = useFormat();
  return (code) => {
    if (code === null || !/^[A-Z]{2}$/.test(code)) return code ?? undefined;
    return new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' }).of(code);
  };
}

/** A field's value as text: countries and document types by name. */
export function useFieldValue(): (field: string, value: string) => string {
  const country = useCountry();
  return (field, value) => {
    if (field === 'country') return country(value) ?? value;
    return field === 'documentType' ? wordOf(documentWords, value) : value;
  };
}

/** The code of a server error or an invalid answer. */
const FAULT = 500;
/** The code of a key that never ran. */
const NEVER = 410;

/** What went wrong, as a sentence: the desk's reason, else its message, else that no answer came. */
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
        // That code also marks invalid answers, whose message is for developers.
        return error.message === '' || error.code === FAULT ? t`Something went wrong` : error.message;
      }
      if (error instanceof NoAnswer) return t`No response from the desk. Check the connection and try again.`;
      // A fault of the page: its message is its developer's.
      return t`Something went wrong`;
    },
    [t],
  );
}
