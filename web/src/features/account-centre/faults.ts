// The faults of the account forms' fields; words.tsx has the texts.
import { codeLength } from '../../credential/index.ts';

export type Fault =
  | 'required'
  | 'email'
  | 'phone'
  | 'code'
  | 'proof'
  | 'length'
  | 'character'
  | 'mix'
  | 'differs'
  | 'same'
  | 'digits'
  | 'word'
  | 'document'
  | 'card'
  | 'format'
  | 'tooLong'
  | 'range'
  | 'address'
  | 'addressesNeeded'
  | 'addressesMany'
  | 'wide'
  | 'rights'
  | 'photo';

export type Faults<Field extends string> = Partial<Record<Field, Fault>>;

/** Leaves out fields without a fault. */
export function faultsOf<Field extends string>(found: { readonly [Key in Field]?: Fault | undefined }): Faults<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined)) as Faults<Field>;
}

/** Checks a required text with a maximum length. */
export function textFault(text: string, most: number): Fault | undefined {
  const length = text.trim().length;
  return length === 0 ? 'required' : length > most ? 'tooLong' : undefined;
}

/** Checks a code that was sent. */
export function codeFault(code: string): Fault | undefined {
  return code === '' ? 'required' : code.length === codeLength ? undefined : 'code';
}
