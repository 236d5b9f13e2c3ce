// Shared parts of the tickets of every product: order types, integer units, sending, keys, and dialogs.
import style from './ticket.module.css';

export { seqOf, settleAloud } from './aloud.ts';
export { firstPrice } from './first-price.ts';
export { type TicketKeys, useTicketKeys } from './keys.ts';
export { hasPrice, hasTrigger, type OrderKind, STOP_KINDS, type TimeInForce, TIMES, type TriggerBy } from './kinds.ts';
export { OrderOptions, OrderTypes, StopKind, type StopKindProps } from './options.tsx';
export { CutWords, LoginLink, RefusedWords, UnknownLine } from './parts.tsx';
export { ESTIMATE_CADENCE_MS, useTicketPrice } from './price.ts';
export { StaleDialog, type StaleDialogProps } from './stale-dialog.tsx';
export {
  faultWords,
  type Sent,
  type Submit,
  type SubmitState,
  type TicketCall,
  useSubmit,
  useWrite,
  type Write,
} from './submit.ts';
export { isCut, tradingState, type TradingState } from './trading.ts';
export { TransferButton } from './transfer-button.tsx';
export { type MovableWallet, TransferDialog, type TransferDialogProps } from './transfer-dialog.tsx';
export { divideUp, partOf, percentOf, rescaleDown, rescaleUp, toShortText, toText, toUnits } from './units.ts';
export { TimeInForceWord } from './words.tsx';
/** The styles of every ticket. */
export const ticketStyle: Readonly<Record<string, string>> = style;
