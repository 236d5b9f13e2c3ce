// The registry: every call of the agreement by its name. The server registers its routes from it, the page its client.

import type * as z from 'zod/mini';
import { alertCalls } from './alert.ts';
import { assetCalls } from './assets.ts';
import { bondClaimCalls } from './bond-claim.ts';
import { commonCalls } from './common.ts';
import { contractCalls } from './contract.ts';
import { credentialCalls } from './credential.ts';
import type { CallShape } from './define.ts';
import { linkedCalls } from './linked.ts';
import { marginCalls } from './margin.ts';
import { marketCalls } from './market.ts';
import { memberCalls } from './member.ts';
import { otcChatCalls } from './otc-chat.ts';
import { secondCalls } from './second.ts';
import { spotCalls } from './spot.ts';
import { userCalls } from './user.ts';
import { walletCalls } from './wallet.ts';

/** Every call, by the words of its path. */
export const calls = {
  ...commonCalls,
  ...marketCalls,
  ...spotCalls,
  ...contractCalls,
  ...marginCalls,
  ...secondCalls,
  ...alertCalls,
  ...walletCalls,
  ...assetCalls,
  ...otcChatCalls,
  ...bondClaimCalls,
  ...userCalls,
  ...credentialCalls,
  ...memberCalls,
  ...linkedCalls,
} as const satisfies Record<string, CallShape>;

type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a caller gives: numbers or texts, defaults left out. */
export type InputOf<N extends CallName> = z.input<Calls[N]['input']>;
/** What a handler gets: checked, defaults filled in. */
export type ParsedOf<N extends CallName> = z.output<Calls[N]['input']>;
/** What a call answers. */
export type AnswerOf<N extends CallName> = z.output<Calls[N]['answer']>;

/** All names, in the order of the registry. */
export const callNames = Object.keys(calls) as readonly CallName[];

/** A call's description. */
export function callOf(name: CallName): CallShape {
  return calls[name];
}
