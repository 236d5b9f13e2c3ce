// SMS over an HTTP gateway: POST {to, text} as JSON with a bearer token; 2xx means accepted.

import type { SmsSettings } from '../../app/settings/index.ts';
import { type Parcel, SendFailure, type Way } from './transport.ts';

/** Timeout of the gateway, ms. */
export const SMS_PATIENCE = 10_000;
/** Most bytes read of a response. */
const ANSWER_LONGEST = 65_536;
const UNDER_WAY_MOST = 50;
const NUMBER = /^\+\d{6,19}$/;
/** Of 400 to 499 these concern the gateway or our settings for it; the others concern this message. */
const PASSING = [404, 408, 425, 429];

/** Whether a number can receive SMS. */
export function isNumber(to: string): boolean {
  return NUMBER.test(to);
}

/** The SMS transport. `patience`: timeout of one message, ms. */
export function createSms({ url, token }: SmsSettings, patience = SMS_PATIENCE): Way {
  let underWay = 0;

  async function post({ to, text, messageId }: Parcel, signal: AbortSignal): Promise<number> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // A gateway that supports the header sends a repeat only once.
        'idempotency-key': messageId,
      },
      body: JSON.stringify({ to, text }),
      // A redirect would carry the token and the number elsewhere.
      redirect: 'manual',
      signal,
    });
    let read = 0;
    for await (const part of answer.body ?? []) {
      read += (part as Uint8Array).length;
      if (read > ANSWER_LONGEST) break;
    }
    return answer.status;
  }

  return {
    channel: 'sms',
    fits: isNumber,
    async send(parcel, signal) {
      if (!isNumber(parcel.to)) throw new SendFailure('sms', 'refused', true);
      if (underWay >= UNDER_WAY_MOST) throw new SendFailure('sms', 'full');
      underWay += 1;
      const late = AbortSignal.timeout(patience);
      let status: number;
      try {
        status = await post(parcel, AbortSignal.any([signal, late]));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        throw new SendFailure('sms', signal.aborted ? 'stopped' : late.aborted ? 'timeout' : 'connection');
      } finally {
        underWay -= 1;
      }
      if (status >= 200 && status < 300) return;
      if (status === 401 || status === 403) throw new SendFailure('sms', 'credentials');
      throw new SendFailure('sms', 'answer', status >= 400 && status < 500 && !PASSING.includes(status));
    },
    close: () => undefined,
  };
}
