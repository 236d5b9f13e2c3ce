// Face of file locks: one process at a time works on what a file stands for.

export { type Lock, LOCK_PATIENCE, takeLock } from './lock.ts';
