// Second contracts: their page, and the data for their chart.
export { type ChartData, SecondsPage, type SecondsPageProps } from './page.tsx';
