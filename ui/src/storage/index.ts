export { pageStorage } from './storage.ts';
