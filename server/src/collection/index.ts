export { NewestMap } from './newest-map.ts';
export { Ring } from './ring.ts';
