// Signing in.
export { SignInPage } from './page.tsx';
