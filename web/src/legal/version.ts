// Which version of the terms this page holds, and when a customer is asked to agree, pure.

/** Version of the text in `sections.ts`; the exchange names the one in force, and they change together. */
export const TERMS_VERSION = '2026-11-26';

/** Where money is risked; all else stays open without an agreement: orders are cancelled, balances withdrawn. */
const trading = ['/exchange', '/trade', '/pledge', '/finance', '/loan', '/defis', '/otc', '/merchant'];

/** `agree`: the text is here, ask. `outdated`: a newer one is in force than this page holds; load the newer page. */
export type Agreement = 'none' | 'agree' | 'outdated';

/**
 * What to ask on a page.
 * @param accepted version the customer agreed to; undefined for a guest
 * @param inForce version the exchange names; undefined while it is not known
 */
export function wantsAgreement(pathname: string, accepted: string | undefined, inForce: string | undefined): Agreement {
  if (accepted === undefined || inForce === undefined || accepted === inForce) return 'none';
  if (!trading.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return 'none';
  return inForce === TERMS_VERSION ? 'agree' : 'outdated';
}
