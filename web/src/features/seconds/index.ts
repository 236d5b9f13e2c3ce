// Second contracts: their page, and what their chart is told.
export { type ChartTold, SecondsPage, type SecondsPageProps } from './page.tsx';
