// Rules versions as shown to pages.

import type { RuleVersions } from '@vitrine/contract';
import { RULES } from '@vitrine/core';

/** Description of a version's changes; empty if this release does not know it. */
function whatOf(version: number): string {
  return RULES[version - 1]?.what ?? '';
}

/** The current version and the announced ones with their changes. */
export function ruleVersions(rules: {
  readonly version: number;
  readonly announced: readonly { readonly version: number; readonly from: number }[];
}): RuleVersions {
  return {
    version: rules.version,
    what: whatOf(rules.version),
    announced: rules.announced.map(({ version, from }) => ({ version, what: whatOf(version), from })),
  };
}
