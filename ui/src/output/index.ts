// Output components: numbers, directions, times, changes.
export { FormatProvider, useFormat, type ReaderCurrency, type ReaderFormat } from './format-context.tsx';
export { Directed, Triangle, directionOf, type Direction } from './direction.tsx';
export {
  NumAmount,
  NumCount,
  NumExact,
  NumMoney,
  NumOdds,
  NumPercent,
  NumPrice,
  NumRate,
  NumTotal,
  NumVolume,
  NumWorth,
  type Value,
} from './num.tsx';
export { Age, Countdown, Time, type TimeProps } from './time.tsx';
export { ChangeArrow, ValueChange, type ValueChangeProps, type ValueChangeRow } from './value-change.tsx';
