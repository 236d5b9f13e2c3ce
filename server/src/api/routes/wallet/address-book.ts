// A user's withdrawal addresses, and whether an address is valid at all.

import type { HandlersOf } from '../../call/index.ts';
import { assetOf } from './bill-lines.ts';
import type { RouteParts } from '../parts.ts';

type Names = 'assets.address.list' | 'assets.address.save' | 'assets.address.del' | 'assets.address.check';

/** The handlers of the address book. */
export function addressBookCalls({ custody, live }: Pick<RouteParts, 'custody' | 'live'>): HandlersOf<Names> {
  const codeOf = (coin: string | undefined) => (coin === undefined ? undefined : assetOf(live, coin).code);
  return {
    'assets.address.list': ({ coin, network }, { session }) =>
      custody.book.list(session.userId, { coin: codeOf(coin), network }),
    'assets.address.save': (input, { session }) =>
      custody.book.save(session.userId, { ...input, coin: codeOf(input.coin) }),
    'assets.address.del': ({ id }, { session }) => custody.book.del(session.userId, id),
    'assets.address.check': ({ coin, network, address }, { session }) =>
      custody.book.check(session.userId, assetOf(live, coin).code, network, address),
  };
}
