// Proposals, which need two approvals.
export { ProposalsPage } from './page.tsx';
