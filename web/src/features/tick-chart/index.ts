// The chart of second contracts: the index tick by tick.
export { TickChart, type TickChartProps, type TickOrder } from './tick-chart.tsx';
