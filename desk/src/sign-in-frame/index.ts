// Pages before the sign-in.
export { SignInFrame } from './sign-in-frame.tsx';
