// Names and document numbers: plausibility, masking, and recognising the same document again.

import { createHmac } from 'node:crypto';
import { DOCUMENT_TYPE } from '@vitrine/contract';

/** Allowed length of a number by document type. Nothing stricter, because every country has its own format. */
const numberLengths: Readonly<Record<number, readonly [number, number]>> = {
  [DOCUMENT_TYPE.identityCard]: [5, 20],
  // ICAO 9303 has nine characters; some countries print more.
  [DOCUMENT_TYPE.passport]: [6, 12],
  [DOCUMENT_TYPE.driversLicence]: [4, 25],
};
/** Minimum number of digits. */
const LEAST_DIGITS = 2;
const NAME = /^\p{L}[\p{L}\p{M}\p{Pd} .,'’·]*$/u;
const SHOWN_END = 3;

/** A number without separators: upper case, letters and digits only. */
export function plainNumber(number: string): string {
  return number.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

/** Whether a number is plausible for that type of document. */
export function isPlausibleNumber(type: number, number: string): boolean {
  const plain = plainNumber(number);
  const [least, most] = numberLengths[type] ?? [0, 0];
  const digits = plain.replaceAll(/\D/g, '').length;
  return plain.length >= least && plain.length <= most && digits >= LEAST_DIGITS && new Set(plain).size > 1;
}

/** Whether a text is plausible as a person's name: letters of any script, and the usual separators. */
export function isPlausibleName(name: string): boolean {
  return NAME.test(name) && (name.match(/\p{L}/gu)?.length ?? 0) >= 2;
}

/** The first letter of each word. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0)}***`)
    .join(' ');
}

/** The last three letters. */
export function maskNumber(number: string): string {
  return `***${number.slice(-SHOWN_END)}`;
}

/** A keyed hash of a document, independent of the spelling of its number. */
export function documentHash(key: Buffer, country: string, type: number, number: string): string {
  return createHmac('sha256', key)
    .update([country, type, plainNumber(number)].join('\n'))
    .digest('base64url');
}
