// The bank card form, pure. A card is bound only once, so everything is validated and shown for confirmation first (§3,
// §5).
import type { InputOf } from '@vitrine/contract';
import { faultsOf, textFault, type Fault, type Faults } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

export interface CardForm {
  readonly name: string;
  readonly idNumber: string;
  readonly cardNumber: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankPhone: string;
  readonly bankCode: string;
  readonly branchName: string;
  readonly homeAddress: string;
}

export type CardField = keyof CardForm;

export const firstCard: CardForm = {
  name: '',
  idNumber: '',
  cardNumber: '',
  bankName: '',
  bankAddress: '',
  bankPhone: '',
  bankCode: '',
  branchName: '',
  homeAddress: '',
};

const NUMBER_MOST = 34;

/** A card or account number in groups of four, as printed. */
export function groupNumber(text: string): string {
  const plain = text.replace(/[^0-9A-Za-z]/g, '').slice(0, NUMBER_MOST);
  return plain.replace(/(.{4})(?=.)/g, '$1 ').toUpperCase();
}

/** A bound card's number: the last four digits. */
export function maskNumber(text: string): string {
  return `•••• ${text.replace(/\W/g, '').slice(-4)}`;
}

const documentNo = /^[0-9A-Za-z./ -]{4,40}$/;

/** Checks a document number as printed. */
export function documentFault(text: string): Fault | undefined {
  const number = text.trim();
  return number === '' ? 'required' : documentNo.test(number) ? undefined : 'document';
}

function optional(text: string, fault: (text: string) => boolean): Fault | undefined {
  return text.trim() === '' || !fault(text.trim()) ? undefined : 'format';
}

function validate(form: CardForm): Faults<CardField> {
  const plain = form.cardNumber.replace(/ /g, '');
  return faultsOf<CardField>({
    name: textFault(form.name, 100),
    idNumber: documentFault(form.idNumber),
    cardNumber: plain === '' ? 'required' : /^[0-9A-Z]{8,34}$/.test(plain) ? undefined : 'card',
    bankName: textFault(form.bankName, 100),
    bankAddress: form.bankAddress.trim().length > 200 ? 'tooLong' : undefined,
    bankPhone: optional(form.bankPhone, (text) => !/^[0-9 +()-]{5,24}$/.test(text)),
    bankCode: optional(form.bankCode, (text) => !/^[0-9A-Za-z]{4,20}$/.test(text)),
    branchName: form.branchName.trim().length > 100 ? 'tooLong' : undefined,
    homeAddress: form.homeAddress.trim().length > 200 ? 'tooLong' : undefined,
  });
}

export interface CardSummary {
  readonly card: string;
  readonly bank: string;
  readonly holder: string;
}

/** The account's card data after binding. */
export function summariseCard(form: CardForm): CardSummary {
  return { card: maskNumber(form.cardNumber), bank: form.bankName.trim(), holder: form.name.trim() };
}

export function cardInput(form: CardForm): InputOf<'userBank.save'> {
  const { name, idNumber, cardNumber, bankName, ...rest } = form;
  const given = Object.entries(rest)
    .map(([field, text]) => [field, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    name: name.trim(),
    idNumber: idNumber.trim(),
    cardNumber: cardNumber.replace(/ /g, ''),
    bankName: bankName.trim(),
    ...Object.fromEntries(given),
  };
}

const own: readonly CardField[] = Object.keys(firstCard) as CardField[];

export const cardRules: FormRules<CardForm, CardField> = {
  reduce: (form, change) => {
    const next = { ...form, ...change };
    return { ...next, cardNumber: groupNumber(next.cardNumber) };
  },
  validate,
  wire: Object.fromEntries(own.map((field) => [field, field])),
};
