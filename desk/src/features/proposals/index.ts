// What takes two persons.
export { ProposalsPage } from './page.tsx';
