// Withdrawals: requested in a sealed body, cancelled, listed; and what may be withdrawn now.

import { apiKeyOf } from '../../../account/api-keys/index.ts';
import { type ExportersOf, type HandlersOf, type OpenedOf, refuseField, type UserContext } from '../../call/index.ts';
import { assetOf } from './bill-lines.ts';
import { customerOf, fundsFilter, type FundsList } from '../account/customer.ts';
import type { RouteParts } from '../parts.ts';

type Lists = 'assets.getWithdrawalLog' | 'userCoin.withdrawList';
type Names = Lists | 'assets.withdrawal' | 'userCoin.withdraw' | 'assets.withdrawal.cancel' | 'assets.limits';

/** The handlers of withdrawals. */
export function withdrawalCalls(parts: Pick<RouteParts, 'custody' | 'live'>): {
  handlers: HandlersOf<Names>;
  exporters: ExportersOf<Lists>;
} {
  const { custody, live } = parts;

  async function request(input: OpenedOf<'assets.withdrawal'>, context: UserContext) {
    const { network, address, cardId, amount } = input;
    // Exactly one destination: a bank has no addresses, a chain has no cards.
    if (network === 'bank' && cardId === undefined) throw refuseField('cardId', 'required');
    if (network === 'bank' && address !== undefined) throw refuseField('address', 'range');
    if (network !== 'bank' && address === undefined) throw refuseField('address', 'required');
    if (network !== 'bank' && cardId !== undefined) throw refuseField('cardId', 'range');
    const coin = assetOf(live, input.coin).code;
    const signed = apiKeyOf(context.session) !== undefined;
    const given = { coin, network, address, cardId, amount };
    return custody.withdrawals.request(customerOf(context), given, context.key, {
      session: context.session.id,
      signed,
    });
  }

  async function list(input: FundsList, context: UserContext) {
    const filter = fundsFilter(live, input);
    const page = await custody.withdrawals.list(context.session.userId, filter);
    return { ...page, records: [...page.records] };
  }

  async function* file(input: FundsList, context: UserContext) {
    const { current: _, size: __, ...filter } = fundsFilter(live, input);
    yield* custody.withdrawals.parts(context.session.userId, filter);
  }

  return {
    handlers: {
      'assets.withdrawal': request,
      'userCoin.withdraw': request,
      'assets.withdrawal.cancel': ({ id }, context) => custody.withdrawals.cancel(customerOf(context), id),
      'assets.limits': (_, context) => custody.withdrawals.limits(customerOf(context)),
      'assets.getWithdrawalLog': list,
      'userCoin.withdrawList': list,
    },
    exporters: { 'assets.getWithdrawalLog': file, 'userCoin.withdrawList': file },
  };
}
