// The registry: every call of the API contract by name. The server registers its routes from it, the page its client.

import type * as z from 'zod/mini';
import { alertCalls } from './alert.ts';
import { assetCalls } from './assets.ts';
import { bondClaimCalls } from './bond-claim.ts';
import { commonCalls } from './common.ts';
import { contentCalls } from './content.ts';
import { contractCalls } from './contract.ts';
import { credentialCalls } from './credential.ts';
import type { CallShape } from './define.ts';
import { earnCalls } from './earn.ts';
import { linkedCalls } from './linked.ts';
import { marginCalls } from './margin.ts';
import { marketCalls } from './market.ts';
import { memberCalls } from './member.ts';
import { otcChatCalls } from './otc-chat.ts';
import { secondCalls } from './second.ts';
import { spotCalls } from './spot.ts';
import { userCalls } from './user.ts';
import { walletCalls } from './wallet.ts';

/** Every call, named after its path. */
export const calls = {
  ...commonCalls,
  ...marketCalls,
  ...spotCalls,
  ...contractCalls,
  ...marginCalls,
  ...secondCalls,
  ...earnCalls,
  ...alertCalls,
  ...walletCalls,
  ...assetCalls,
  ...otcChatCalls,
  ...bondClaimCalls,
  ...userCalls,
  ...credentialCalls,
  ...memberCalls,
  ...contentCalls,
  ...linkedCalls,
} as const satisfies Record<string, CallShape>;

type Calls = typeof calls;
export type CallName = keyof Calls;
/** Input as a caller gives it: numbers or texts, defaults left out. */
export type InputOf<N extends CallName> = z.input<Calls[N]['input']>;
/** Input as a handler gets it: validated, defaults filled in. */
export type ParsedOf<N extends CallName> = z.output<Calls[N]['input']>;
/** Answer of a call. */
export type AnswerOf<N extends CallName> = z.output<Calls[N]['answer']>;

/** All names, in registry order. */
export const callNames = Object.keys(calls) as readonly CallName[];

/** A call's description. */
export function callOf(name: CallName): CallShape {
  return calls[name];
}
