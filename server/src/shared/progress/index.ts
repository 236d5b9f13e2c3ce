// Public interface of progress.

export { progressTeller } from './progress.ts';
