// The terminal as text.
export { type AnnouncedMarket, AnnouncedTerminal, type AnnouncedProps } from './screen-reader.tsx';
