// The versions of the rules as pages are told of them.

import type { RuleVersions } from '@vitrine/contract';
import { RULES } from '@vitrine/core';

/** What a version changes; empty where this release does not know it. */
function whatOf(version: number): string {
  return RULES[version - 1]?.what ?? '';
}

/** The version in force and those announced, with what they change. */
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
