// Order lists of every product.
export { AmendDialog, type AmendDialogProps } from './amend-dialog.tsx';
export {
  fillColumns,
  filledPercent,
  type Held,
  historyColumns,
  type MarketOf,
  openColumns,
  type OpenColumnParts,
  type OrderMarket,
  OrderNumber,
  TriggerWords,
} from './columns.tsx';
export { EntrustLists, type EntrustListsProps, EntrustPage, type EntrustSearch } from './entrust-page.tsx';
export {
  CancelAll,
  cancelOrder,
  OpenOrders,
  type OpenOrdersProps,
  type OpenPart,
  openPart,
  tellCancelFault,
} from './open-orders.tsx';
export { FillsTable, HistoryTable, type PastProps } from './past.tsx';
export { SecondSide } from './second-side.tsx';
export { DirectionWord, isBuy, ReasonWord, SideWords, StatusWord, TypeWord } from './words.tsx';
