// Every call of the agreement with what answers it.

import type { Exporters, Handlers } from '../call/index.ts';
import { addressBookCalls } from './address-book.ts';
import { alertCalls } from './alerts.ts';
import { apiKeyCalls } from './api-keys.ts';
import { billDetails } from './bill-detail.ts';
import { cardCalls } from './cards.ts';
import { contractGuards } from './contract-guards.ts';
import { contractMargin } from './contract-margin.ts';
import { contractMarkets } from './contract-markets.ts';
import { insuranceFund } from './insurance-fund.ts';
import { contractOrders } from './contract-orders.ts';
import { credentials } from './credentials.ts';
import { depositCalls } from './deposits.ts';
import { devices } from './devices.ts';
import { secondFactors } from './factors.ts';
import { practiceInbox } from './inbox.ts';
import { fileCalls } from './files.ts';
import { kycCalls } from './kyc.ts';
import { linkedCalls } from './linked.ts';
import { marginCalls } from './margin.ts';
import { marginRecords } from './margin-records.ts';
import { marketData } from './market-data.ts';
import { marketLists } from './market-lists.ts';
import { orderReads } from './order-reads.ts';
import { orderWrites } from './order-writes.ts';
import { bondClaimCalls } from './bond-claim.ts';
import { otcChatCalls } from './otc-chat.ts';
import { outcomes } from './outcome.ts';
import type { RouteParts } from './parts.ts';
import { previews } from './preview.ts';
import { productReads } from './product-reads.ts';
import { profiles } from './profile.ts';
import { records } from './records.ts';
import { secondCalls } from './second.ts';
import { secondList } from './second-list.ts';
import { ruleCalls } from './rules.ts';
import { settingCalls } from './settings.ts';
import { signIns } from './sign-in.ts';
import { swapCalls } from './swaps.ts';
import { wallets } from './wallet.ts';
import { withdrawalCalls } from './withdrawals.ts';

export type { RouteParts } from './parts.ts';
export { timeouts, tokenAgeLimit } from './settings.ts';

/** The handlers of all calls and the files of all lists, over one set of parts. */
export function createRoutes(parts: RouteParts): { readonly handlers: Handlers; readonly exporters: Exporters } {
  const orders = orderReads(parts);
  const money = wallets(parts);
  const positions = productReads(parts);
  const borrowing = marginRecords(parts);
  const seconds = secondList(parts);
  const deposits = depositCalls(parts);
  const withdrawals = withdrawalCalls(parts);
  const swaps = swapCalls(parts);
  return {
    handlers: {
      ...records(parts),
      ...settingCalls(parts),
      ...marketLists(parts),
      ...marketData(parts),
      ...contractMarkets(parts),
      ...insuranceFund(parts),
      ...ruleCalls(parts),
      ...orderWrites(parts),
      ...contractOrders(parts),
      ...contractMargin(parts),
      ...contractGuards(parts),
      ...orders.handlers,
      ...positions.handlers,
      ...borrowing.handlers,
      ...seconds.handlers,
      ...previews(parts),
      ...outcomes(parts),
      ...money.handlers,
      ...signIns(parts),
      ...profiles(parts),
      ...secondFactors(parts),
      ...devices(parts),
      ...credentials(parts),
      ...apiKeyCalls(parts),
      ...cardCalls(parts),
      ...fileCalls(parts),
      ...kycCalls(parts),
      ...practiceInbox(parts),
      ...alertCalls(parts),
      ...marginCalls(parts),
      ...secondCalls(parts),
      ...deposits.handlers,
      ...withdrawals.handlers,
      ...swaps.handlers,
      ...addressBookCalls(parts),
      ...billDetails(parts),
      ...otcChatCalls(parts),
      ...linkedCalls(parts),
      ...bondClaimCalls(parts),
    },
    exporters: {
      ...orders.exporters,
      ...positions.exporters,
      ...borrowing.exporters,
      ...seconds.exporters,
      ...money.exporters,
      ...deposits.exporters,
      ...withdrawals.exporters,
      ...swaps.exporters,
    },
  };
}
