// The terminal in words.
export { type SpokenMarket, SpokenTerminal, type SpokenProps } from './spoken.tsx';
