// Exports of numbers: branded integers, products and quotients with a rounding direction, text.

export type * from './brand.ts';
export { type Direction, DOWN, mulDiv, quotient, remainder, UP } from './muldiv.ts';
export { MILLION, shareDown, shareUp } from './rate.ts';
export {
  isDigits,
  MAX_CODE_LENGTH,
  MAX_DECIMALS,
  packText,
  parseAtoms,
  parseCents,
  parseDecimal,
  type ParseFault,
  parseLots,
  parseTicks,
  powerOfTen,
  printDecimal,
  printShort,
  unpackText,
} from './text.ts';
