// Identity verification from the customer's side.

import { type HandlersOf, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { KycSubmission } from '../../../account/kyc/index.ts';
import { countries } from '../reference/countries.ts';
import type { RouteParts } from '../parts.ts';

type Names = 'member.verified' | 'user.uploadKYC' | 'member.getMemberOtherData';

/** The only type of getMemberOtherData. */
const VERIFICATION = 'yhrzxx';
const known: ReadonlySet<string> = new Set(countries.map((country) => country.code));

/** The handlers of verification. */
export function kycCalls({ people: { kyc } }: RouteParts): HandlersOf<Names> {
  async function submit(input: KycSubmission, { session: { userId } }: UserContext) {
    if (input.stage === 1 && input.country !== undefined && !known.has(input.country))
      throw refuseField('country', 'range');
    await kyc.submit(userId, input);
    return { stages: await kyc.stages(userId) };
  }
  return {
    'member.verified': submit,
    'user.uploadKYC': submit,
    async 'member.getMemberOtherData'({ x }, { session }) {
      if (x !== VERIFICATION) throw refuse('request.notFound');
      return { stages: await kyc.stages(session.userId) };
    },
  };
}
