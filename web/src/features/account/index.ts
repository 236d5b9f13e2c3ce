// The account: login, registration, reset, profile.
export { AccountPage } from './account.tsx';
export { LoginPage } from './login.tsx';
export { RegisterPage } from './register.tsx';
export { ResetPage } from './reset.tsx';
