// Texts of the account pages' faults, refusals and closed lists.
import { useLingui } from '@lingui/react/macro';
import { MAX_KEY_ADDRESSES, PASSWORD_LEAST, PASSWORD_MOST, type FieldReason, type KycReason } from '@vitrine/contract';
import { codeLength } from '../../credential/index.ts';
import type { Fault } from './faults.ts';

export { Refusal } from '../../page/index.ts';

export function useFaultWords(): (fault: Fault) => string {
  const { t } = useLingui();
  return (fault) => {
    switch (fault) {
      case 'required':
        return t({ message: 'Required', comment: 'Under an empty field' });
      case 'email':
        return t`An e-mail address looks like name@example.org`;
      case 'phone':
        return t`5 to 15 digits, without the country code`;
      case 'code':
        return t`The code has ${codeLength} digits`;
      case 'proof':
        return t`A code of ${codeLength} digits, or one of your recovery codes`;
      case 'length':
        return t`${PASSWORD_LEAST} to ${PASSWORD_MOST} characters`;
      case 'character':
        return t`Only letters without accents, digits and common symbols`;
      case 'mix':
        return t`Mix at least two of letters, digits and symbols`;
      case 'differs':
        return t`Not the same as above`;
      case 'same':
        return t`The same as the old one`;
      case 'digits':
        return t`The fund password has 6 digits`;
      case 'word':
        return t`4 to 20 characters`;
      case 'document':
        return t`4 to 40 letters, digits, dots, dashes`;
      case 'card':
        return t`8 to 42 letters or digits, as printed on the card`;
      case 'format':
        return t`Not in the expected form`;
      case 'tooLong':
        return t({ message: 'Too long', comment: 'Under a field' });
      case 'range':
        return t`Too short or too long`;
      case 'address':
        return t`One address per line, such as 203.0.113.7 or 203.0.113.0/24`;
      case 'addressesNeeded':
        return t`The right to withdraw needs at least one address`;
      case 'addressesMany':
        return t`At most ${MAX_KEY_ADDRESSES} addresses`;
      case 'wide':
        return t`With the right to withdraw, networks of /24 or narrower (IPv6: /48)`;
      case 'rights':
        return t`Choose at least one right`;
      case 'photo':
        return t`A photo is missing`;
    }
  };
}

/** Why the exchange refused a field (code 400). */
export function useReasonWords(): (reason: FieldReason) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case 'required':
        return t`Required`;
      case 'number':
      case 'integer':
        return t`A number is expected`;
      case 'format':
        return t`Not in the expected form`;
      case 'range':
        return t`Too short or too long`;
    }
  };
}

/** Why a field of a verification was refused; unknown reasons of a newer server show as a dash. */
export function useKycReason(): (reason: KycReason) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case 'unreadable':
        return t({ message: 'Not readable', comment: 'Why a field or photo of an identity check was refused' });
      case 'mismatch':
        return t({ message: 'Does not match the rest', comment: 'Why a field of an identity check was refused' });
      case 'expired':
        return t({ message: 'The document has expired', comment: 'Why an identity check was refused' });
      case 'incomplete':
        return t({ message: 'Not complete', comment: 'Why a field or photo of an identity check was refused' });
      case 'wrongDocument':
        return t({ message: 'Not the document that was asked for', comment: 'Why an identity check was refused' });
      case 'notOwn':
        return t({ message: 'Not your own document', comment: 'Why an identity check was refused' });
      case 'other':
        return t({ message: 'Rejected', comment: 'An identity check’s field was refused; a note says why' });
      default:
        return '–';
    }
  };
}
