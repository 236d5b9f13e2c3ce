// The console's frame.
export { Frame } from './frame.tsx';
export { requireGuest, requirePerson, safeBack } from './guard.ts';
export { firstPath } from './pages.ts';
export { Root } from './root.tsx';
