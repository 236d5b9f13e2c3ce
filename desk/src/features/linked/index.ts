// Accounts of one person: groups, links, appeals.
export { LinkedPage } from './page.tsx';
