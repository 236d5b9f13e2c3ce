// The bank card and payment accounts.

import { PAYMENT_TYPE, type ParsedOf } from '@vitrine/contract';
import { type HandlersOf, Refusal, refuseField } from '../../call/index.ts';
import type { CardDetails } from '../../../account/cards/index.ts';
import type { RouteParts } from '../parts.ts';

type Names = 'userBank.save' | 'userBank.getbank' | 'member.payment' | 'member.payment.del' | 'member.getPayment';

/** The handlers of cards and payment methods. */
export function cardCalls({ people: { cards, payments } }: RouteParts): HandlersOf<Names> {
  return {
    'userBank.save': (input, { session }) => cards.bind(session.userId, input),
    'userBank.getbank': (_, { session }) => cards.find(session.userId),
    async 'member.payment'(input, { session }) {
      const { userId } = session;
      if (input.type === PAYMENT_TYPE.card) {
        const { id } = await cards.bind(userId, cardOf(input));
        return { id: `card-${id}`, status: 0, seq: 0 };
      }
      const { id, name, account, bankName, qr } = input;
      if (account === undefined) throw refuseField('account', 'required');
      if (id !== undefined) {
        await payments.change(userId, id, { name, account, bankName, qr });
        return { id, status: 0, seq: 0 };
      }
      return { id: await payments.add(userId, { name, account, bankName, qr }), status: 0, seq: 0 };
    },
    async 'member.payment.del'({ id }, { session }) {
      await payments.remove(session.userId, id);
      return { id, status: 0, seq: 0 };
    },
    'member.getPayment': (_, { session }) => payments.list(session.userId),
  };
}

/** The card in a payment method of type 1. @throws {Refusal} 400 naming the missing fields. */
function cardOf(input: ParsedOf<'member.payment'>): CardDetails {
  const { name, idNumber, cardNumber, bankName } = input;
  if (idNumber === undefined || cardNumber === undefined || bankName === undefined) {
    const missing = Object.entries({ idNumber, cardNumber, bankName }).filter(([, value]) => value === undefined);
    throw new Refusal(
      'request.invalid',
      {},
      Object.fromEntries(missing.map(([field]) => [field, 'required' as const])),
    );
  }
  const { bankAddress, bankPhone, bankCode, branchName, homeAddress } = input;
  return { name, idNumber, cardNumber, bankName, bankAddress, bankPhone, bankCode, branchName, homeAddress };
}
