// Public interface of sealed bodies.

export { createSealedBodies, SEALED_AHEAD, sealBody, type SealedBodies, type SealedFor } from './bodies.ts';
export type { SealingKey } from './key.ts';
