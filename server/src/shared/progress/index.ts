// Public interface of progress.

export { progressReporter } from './progress.ts';
