// Deposits: networks, own addresses, chain deposits, declared deposits by bank and cash, and practice mode's external
// wallet.

import { asDecimal } from '@vitrine/contract';
import { type ExportersOf, type HandlersOf, refuse, type UserContext } from '../../call/index.ts';
import { assetOf } from './bill-lines.ts';
import { customerOf, fundsFilter, type FundsList } from '../account/customer.ts';
import type { RouteParts } from '../parts.ts';

type Lists = 'assets.getRechargeLog' | 'userCoin.rechargeList';
type Names = Lists | 'assets.getRechargeCurrency' | 'assets.getDepositAddress' | 'userCoin.recharge' | 'practice.send';

/** The handlers of deposits. */
export function depositCalls(parts: Pick<RouteParts, 'custody' | 'live'>): {
  handlers: HandlersOf<Names>;
  exporters: ExportersOf<Lists>;
} {
  const { custody, live } = parts;

  async function list(input: FundsList, context: UserContext) {
    const filter = fundsFilter(live, input);
    const page = await custody.deposits.list(context.session.userId, filter);
    return { ...page, records: [...page.records] };
  }

  async function* file(input: FundsList, context: UserContext) {
    const { current: _, size: __, ...filter } = fundsFilter(live, input);
    yield* custody.deposits.parts(context.session.userId, filter);
  }

  return {
    handlers: {
      'assets.getRechargeCurrency': () => [...custody.networks.list()],
      'assets.getDepositAddress': (input, context) =>
        custody.networks.depositAddress(customerOf(context), assetOf(live, input.coin).code, input.network),
      'assets.getRechargeLog': list,
      'userCoin.rechargeList': list,
      'userCoin.recharge': (input, context) =>
        custody.deposits.tell(customerOf(context), { ...input, coin: assetOf(live, input.coin).code }, context.key),
      async 'practice.send'(input, context) {
        if (custody.outside === undefined) throw refuse('request.notFound');
        const coin = assetOf(live, input.coin).code;
        const { address, amount } = input;
        const sent = await custody.outside.send(customerOf(context), coin, address, amount, context.key);
        return { txid: sent.txid, left: asDecimal(sent.left) };
      },
    },
    exporters: { 'assets.getRechargeLog': file, 'userCoin.rechargeList': file },
  };
}
