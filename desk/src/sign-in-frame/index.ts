// Before anybody is signed in.
export { SignInFrame } from './sign-in-frame.tsx';
