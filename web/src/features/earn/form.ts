// The ticket of staking and finance as pure functions: what an amount changes, and its first fault.

import { printDecimal, printShort } from '@vitrine/core/number';
import { atomsOf, type Offer, scaleOf } from './offer.ts';

export interface EarnFacts {
  readonly signedIn: boolean;
  /** The VIP level of the customer. */
  readonly vip: number;
  /** Spot and finance wallet; undefined: not loaded. */
  readonly available: string | undefined;
  readonly held: string | undefined;
}

export type EarnProblem =
  | { readonly kind: 'closed' | 'soldOut' | 'unfunded' | 'login' | 'times' | 'loading' | 'amount' | 'unreadable' }
  | { readonly kind: 'vip'; readonly vip: number }
  | { readonly kind: 'least' | 'most' | 'left'; readonly bound: string }
  | { readonly kind: 'lack'; readonly lack: string };

/** The first fault, in the order in which a user would fix them; undefined: it can be bought. */
export function validateEarn(offer: Offer, amount: string, facts: EarnFacts): EarnProblem | undefined {
  if (offer.state !== 'open') return { kind: offer.state };
  if (!facts.signedIn) return { kind: 'login' };
  if (facts.vip < offer.vip) return { kind: 'vip', vip: offer.vip };
  if (offer.remainingTimes === 0) return { kind: 'times' };
  if (amount === '') return { kind: 'amount' };
  const scale = scaleOf(offer);
  const atoms = atomsOf(amount, scale);
  const of = (text: string) => atomsOf(text, scale) ?? Number.MAX_SAFE_INTEGER;
  if (atoms === undefined) return { kind: 'unreadable' };
  if (atoms === 0) return { kind: 'amount' };
  if (atoms < of(offer.min)) return { kind: 'least', bound: offer.min };
  if (atoms > of(offer.max)) return { kind: 'most', bound: offer.max };
  if (atoms > of(offer.remainingAmount)) return { kind: 'left', bound: offer.remainingAmount };
  const available = atomsOf(facts.available, scale);
  if (available === undefined) return { kind: 'loading' };
  return atoms > available ? { kind: 'lack', lack: printDecimal(atoms - available, scale) } : undefined;
}

/** The largest amount that can be bought with what is available, as typed text; empty: none. */
export function mostOf(offer: Offer, available: string | undefined): string {
  const scale = scaleOf(offer);
  const bounds = [offer.max, offer.remainingAmount, available ?? '0'];
  const most = Math.min(...bounds.map((text) => atomsOf(text, scale) ?? Number.MAX_SAFE_INTEGER));
  return most === 0 ? '' : printShort(most, scale);
}

/** The spot and the finance wallet after a purchase; undefined: unknown. */
export function walletsAfter(offer: Offer, amount: string, { available, held }: EarnFacts) {
  const scale = scaleOf(offer);
  const [atoms, spot, finance] = [amount, available, held].map((text) => atomsOf(text, scale));
  if (atoms === undefined || spot === undefined || atoms > spot) return { spot: undefined, finance: undefined };
  return {
    spot: printDecimal(spot - atoms, scale),
    finance: finance === undefined ? undefined : printDecimal(finance + atoms, scale),
  };
}

/** The terms that a customer compares when they change. */
export type Terms = Pick<Offer, 'id' | 'version' | 'rate' | 'cycle' | 'min' | 'max' | 'penalty' | 'early' | 'times'>;

const COMPARED = ['rate', 'cycle', 'min', 'max', 'penalty', 'early', 'times'] as const;

/** What differs between two versions of a product's terms. */
export function changedTerms(seen: Terms, now: Terms): readonly (typeof COMPARED)[number][] {
  return COMPARED.filter((name) => seen[name] !== now[name]);
}
