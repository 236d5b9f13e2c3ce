// Recognises the kind of an account number and verifies its check digits.

/** Lengths of card numbers (ISO/IEC 7812). */
const CARD = /^[0-9]{13,19}$/;
/** Country, check digits, account (ISO 13616). */
const IBAN = /^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$/;
const IBAN_MODULUS = 97;
const LETTER_A = 10;

/** A number in canonical form: no spaces or dashes, upper case. */
export function plainNumber(text: string): string {
  return text.replaceAll(/[ -]/g, '').toUpperCase();
}

/** Luhn's check: double every second digit from the right; the sum of digits must end in 0. */
export function luhnFits(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const worth = at % 2 === 0 ? digit : digit * 2;
    sum += worth > 9 ? worth - 9 : worth;
  }
  return sum % 10 === 0;
}

/** ISO 7064 mod 97-10: move the first four characters to the end, read letters as 10 to 35; the remainder must be 1. */
export function ibanFits(iban: string): boolean {
  let remainder = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const worth = /[0-9]/.test(character) ? Number(character) : character.charCodeAt(0) - 65 + LETTER_A;
    remainder = (remainder * (worth > 9 ? 100 : 10) + worth) % IBAN_MODULUS;
  }
  return remainder === 1;
}

/** Whether a canonical number can be valid: cards and IBANs by their check digits, other account numbers always. */
export function numberFits(number: string): boolean {
  if (CARD.test(number)) return luhnFits(number);
  if (IBAN.test(number)) return ibanFits(number);
  return true;
}
