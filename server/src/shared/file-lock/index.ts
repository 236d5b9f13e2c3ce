// Public interface of file locks: one process at a time uses the resource that a file represents.

export { type Lock, LOCK_PATIENCE, takeLock } from './lock.ts';
