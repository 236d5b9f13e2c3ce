// Public interface of practice traders on the page. Apart from the markets, so that the first page does not load it.

export { PracticeNote, usePracticeMarket } from './share.tsx';
