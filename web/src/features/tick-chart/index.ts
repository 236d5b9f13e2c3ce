// The chart of second contracts: the index itself, tick by tick.
export { TickChart, type TickChartProps, type TickOrder } from './tick-chart.tsx';
