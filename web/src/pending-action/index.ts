// Actions prepared elsewhere and passed to the ticket that executes them.
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
