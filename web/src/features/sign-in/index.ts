// Sign-in: login with its second step, registration, reset.
export { LoginPage } from './login.tsx';
export { RegisterPage } from './register.tsx';
export { ResetPage } from './reset.tsx';
