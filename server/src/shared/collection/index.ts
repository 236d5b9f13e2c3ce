export { ANSWERS_A_TURN, BATCH_MOST, createBatch } from './batch.ts';
export { FairQueue } from './fair-queue.ts';
export { NewestMap } from './newest-map.ts';
export { Ring } from './ring.ts';
export { Rotation } from './rotation.ts';
