// Forgotten fund passwords.
export { FundPasswordPage } from './page.tsx';
