// Public interface of page error reports.

export { createPageFaults, faultsText, type KeptFault, type PageFaults } from './faults.ts';
export { servePageFaults } from './serve.ts';
