// Second contracts: their page, and the data for their chart.
export { type ChartTold, SecondsPage, type SecondsPageProps } from './page.tsx';
