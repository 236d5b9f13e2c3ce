// The kind of a user search: derived from the text unless chosen. Pure.
import type { CUSTOMER_SEARCH } from '@vitrine/contract';

export type SearchBy = (typeof CUSTOMER_SEARCH)[number];

/**
 * The likely kind of a text: an e-mail has an @, a phone number a plus, a user number only digits; else a user name.
 */
export function guessBy(text: string): SearchBy {
  const said = text.trim();
  if (said.includes('@')) return 'email';
  if (/^\+[0-9 ()-]+$/.test(said)) return 'phone';
  if (/^[0-9]{1,12}$/.test(said)) return 'number';
  return 'name';
}

export type SearchFault = 'empty' | 'number' | 'email' | 'phone';

/** What is wrong with a text for its kind; undefined: it may be sent. */
export function searchFault(by: SearchBy, text: string): SearchFault | undefined {
  const said = text.trim();
  if (said === '') return 'empty';
  switch (by) {
    case 'number':
      return /^[0-9]{1,18}$/.test(said) ? undefined : 'number';
    case 'email':
      return /^[^@\s]+@[^@\s]+$/.test(said) ? undefined : 'email';
    case 'phone':
      return /^\+[0-9]{5,20}$/.test(said.replace(/[\s()-]/g, '')) ? undefined : 'phone';
    case 'name':
    case 'invite':
      return undefined;
  }
}

/** The text to send: phone numbers without spaces. */
export function searchText(by: SearchBy, text: string): string {
  return by === 'phone' ? text.replace(/[\s()-]/g, '') : text.trim();
}
