// The versions of the rules: number, and in one line what changed. A new rule is a new number and a branch at one place.

export const RULES: readonly { readonly version: number; readonly what: string }[] = [
  { version: 1, what: 'spot, wallets, practice money, referral and safety shares' },
];

/** The newest version this release knows. */
export const NEWEST_RULES = RULES.length;
