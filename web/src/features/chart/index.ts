// The chart of a market.
export { ChartPanel, type ChartMarket, type ChartOrder, type ChartPanelProps } from './panel.tsx';
