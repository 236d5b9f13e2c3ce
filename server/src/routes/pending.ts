// Calls that are agreed on and not answered yet; each leaves this list when its part is built.

import { type HandlersOf, refuse } from '../call/index.ts';

const names = ['member.verified', 'user.uploadKYC', 'member.getMemberOtherData'] as const;

/** A refusal for each. */
export function pending(): HandlersOf<(typeof names)[number]> {
  const handler = () => {
    throw refuse(404);
  };
  return Object.fromEntries(names.map((name) => [name, handler])) as unknown as HandlersOf<(typeof names)[number]>;
}
