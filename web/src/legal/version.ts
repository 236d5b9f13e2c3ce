// The version of the terms on this page, and when to ask a user to accept them, pure.

/** Version of the text in `sections.ts`. The exchange has the current version; both change together. */
export const TERMS_VERSION = '2026-11-26';

/** Pages where users risk money. All others work without acceptance, so users can cancel orders and withdraw. */
const trading = ['/exchange', '/trade', '/pledge', '/finance', '/loan', '/defis', '/otc', '/merchant'];

/** `agree`: ask the user. `outdated`: the exchange has a newer version than this page; reload the page. */
export type Agreement = 'none' | 'agree' | 'outdated';

/**
 * What to ask on a page.
 * @param accepted version the user accepted; undefined for a guest
 * @param inForce the exchange's current version; undefined while unknown
 */
export function wantsAgreement(pathname: string, accepted: string | undefined, inForce: string | undefined): Agreement {
  if (accepted === undefined || inForce === undefined || accepted === inForce) return 'none';
  if (!trading.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return 'none';
  return inForce === TERMS_VERSION ? 'agree' : 'outdated';
}
