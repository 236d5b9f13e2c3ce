// Margin borrowing: overview, borrow, repay, leverage, records.
export type { MarginAccount } from './data.ts';
export { MarginPage, type MarginPageProps } from './page.tsx';
export { MarginPanel, type MarginPanelProps } from './panel.tsx';
export { BorrowRecords } from './records.tsx';
