// What one meant to do, handed to the ticket that does it.
export {
  intend,
  type IntentProduct,
  meantFor,
  takeIntent,
  type TicketIntent,
  useIntent,
  useMeant,
} from './pending-action.ts';
export { askForReceipt, useReceiptAsked } from './receipt.ts';
