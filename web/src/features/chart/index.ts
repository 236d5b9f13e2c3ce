// The chart of a market.
export type { ChartLine, ChartLineAnswer, ChartLineHandlers, ChartLineKind } from './lines/line.ts';
export { ChartPanel, type ChartMarket, type ChartOrder, type ChartPanelProps } from './panel.tsx';
