// The account: profile.
export { AccountPage } from './account.tsx';
