// Public interface of the practice traders: simulated customers of a practice exchange.

export { labelledUsers } from './accounts.ts';
export { practiceFigures, type PracticeFigures } from './figures.ts';
export { openPracticeTraders, type PracticeTraders } from './practice.ts';
