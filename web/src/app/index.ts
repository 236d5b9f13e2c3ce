// The page's frame.
export { Shell } from './shell.tsx';
