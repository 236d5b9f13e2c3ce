// Set-up of staff accounts.
export { SetUpPage } from './page.tsx';
