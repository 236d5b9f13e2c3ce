// Face of the faults of pages.

export { createPageFaults, faultsText, type KeptFault, type PageFaults } from './faults.ts';
export { servePageFaults } from './serve.ts';
