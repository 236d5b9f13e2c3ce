// Proposals: decisions with two approvals.
export { ProposalById } from './by-id.tsx';
export { ProposalDecision, tellProposed, type ProposalDecisionProps } from './decide.tsx';
export { ProposalFacts } from './facts.tsx';
export { Names, RefusedBy } from './names.tsx';
export { inWorkingOrder, standingOf, type Standing } from './rules.ts';
