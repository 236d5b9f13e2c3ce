// The terminal in words.
export { type AnnouncedMarket, AnnouncedTerminal, type AnnouncedProps } from './screen-reader.tsx';
