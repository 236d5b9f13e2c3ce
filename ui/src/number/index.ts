// Numbers as text: parse, compare, print, type.
export {
  addDecimals,
  compareDecimal,
  multiplyDecimals,
  parseDecimal,
  printDecimal,
  roundDecimal,
  signOf,
  type Decimal,
  type Rounding,
} from './decimal.ts';
export {
  convertCurrency,
  formatAmount,
  formatCount,
  formatExact,
  formatFixed,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRate,
  formatTotal,
  formatVolume,
  unknownText,
  type FormatOptions,
  type Sign,
} from './format.ts';
export { filterNumber, maxWhole, readPasted, showNumber } from './input.ts';
export { groupDigits, separatorsOf, type Separators } from './separators.ts';
export { hasDecimalMark, isForeign, readTyped, unreadable, type Refusal, type TypedNumber } from './typed.ts';
