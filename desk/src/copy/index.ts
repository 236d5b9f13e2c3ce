// Copying a text.
export { Copied, Copy } from './copy.tsx';
