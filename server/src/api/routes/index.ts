// All calls of the API contract with their handlers.

import type { Exporters, Handlers } from '../call/index.ts';
import { addressBookCalls } from './wallet/address-book.ts';
import { alertCalls } from './account/alerts.ts';
import { apiKeyCalls } from './account/api-keys.ts';
import { billDetails } from './wallet/bill-detail.ts';
import { cardCalls } from './account/cards.ts';
import { contentCalls } from './content/content.ts';
import { contractGuards } from './contract/tpsl.ts';
import { contractMargin } from './contract/margin.ts';
import { contractMarkets } from './market/contract-markets.ts';
import { insuranceFund } from './market/insurance-fund.ts';
import { contractOrders } from './contract/orders.ts';
import { credentials } from './account/credentials.ts';
import { depositCalls } from './wallet/deposits.ts';
import { devices } from './account/devices.ts';
import { secondFactors } from './account/factors.ts';
import { practiceInbox } from './account/inbox.ts';
import { earnCalls } from './earn/earn.ts';
import { fileCalls } from './account/files.ts';
import { kycCalls } from './account/kyc.ts';
import { linkedCalls } from './account/linked.ts';
import { marginCalls } from './margin/margin.ts';
import { marginRecords } from './margin/records.ts';
import { marketData } from './market/market-data.ts';
import { marketLists } from './market/market-lists.ts';
import { orderReads } from './order/order-reads.ts';
import { orderWrites } from './order/order-writes.ts';
import { bondClaimCalls } from './otc/bond-claim.ts';
import { otcChatCalls } from './otc/chat.ts';
import { outcomes } from './order/outcome.ts';
import type { RouteParts } from './parts.ts';
import { previews } from './order/preview.ts';
import { practiceShares } from './market/practice-share.ts';
import { productReads } from './market/product-reads.ts';
import { profiles } from './account/profile.ts';
import { records } from './wallet/records.ts';
import { secondCalls } from './second/second.ts';
import { secondList } from './second/list.ts';
import { ruleCalls } from './market/rules.ts';
import { settingCalls } from './reference/settings.ts';
import { signIns } from './account/sign-in.ts';
import { swapCalls } from './swap/swaps.ts';
import { wallets } from './wallet/wallet.ts';
import { withdrawalCalls } from './wallet/withdrawals.ts';

export type { RouteParts } from './parts.ts';
export { timeouts, tokenAgeLimit } from './reference/settings.ts';

/** The handlers of all calls and the exporters of all lists, over one set of parts. */
export function createRoutes(parts: RouteParts): { readonly handlers: Handlers; readonly exporters: Exporters } {
  const orders = orderReads(parts);
  const money = wallets(parts);
  const positions = productReads(parts);
  const borrowing = marginRecords(parts);
  const seconds = secondList(parts);
  const deposits = depositCalls(parts);
  const withdrawals = withdrawalCalls(parts);
  const swaps = swapCalls(parts);
  const earn = earnCalls(parts);
  return {
    handlers: {
      ...records(parts),
      ...contentCalls(parts),
      ...settingCalls(parts),
      ...marketLists(parts),
      ...marketData(parts),
      ...practiceShares(parts),
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
      ...earn.handlers,
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
      ...earn.exporters,
    },
  };
}
