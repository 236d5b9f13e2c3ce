// Calls about claims on merchants' bonds.

import type { HandlersOf } from '../../call/index.ts';
import type { RouteParts } from '../parts.ts';

/** The handlers of those claims. */
export function bondClaimCalls({
  bondClaims,
}: Pick<RouteParts, 'bondClaims'>): HandlersOf<'bondClaim.list' | 'bondClaim.answer'> {
  return {
    'bondClaim.list': (input, { session }) => bondClaims.list(session.coreUser, input),
    'bondClaim.answer': (input, { session }) => bondClaims.answer(session.coreUser, input),
  };
}
