// Before anybody is signed in.
export { Door } from './door.tsx';
