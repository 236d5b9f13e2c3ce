// The order book, its depth, and the last trades.
export { DepthView } from './depth-view.tsx';
export { GroupSelect } from './group-select.tsx';
export { OrderBook, type BookMarket, type OrderBookProps } from './order-book.tsx';
export { TradeList } from './trades.tsx';
