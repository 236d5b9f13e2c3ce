// Idempotency keys by the exchange's time. The exchange refuses keys far from its time, and the device's clock may be
// wrong.
import { isTimely, KEY_RANDOM_BYTES, makeKey, readKey } from '@vitrine/contract';
import { request } from './client.ts';
import { exchangeClock } from './exchange-clock.ts';
import { ApiFault, NoAnswer } from './fault.ts';

/** Longest wait for the exchange's time before a write is sent again, ms. */
const WAIT = 5_000;
/** The code of a key that is expired or void. */
const KEY_EXPIRED = 410;

/** A new Idempotency-Key, a UUID v7. @param now ms UTC; the exchange's time, as far as it is known */
export function newKey(now: number = exchangeClock().now()): string {
  return makeKey(now, crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES)));
}

/**
 * A new key for a write whose key was refused for its time. Undefined if the refusal has another reason, the exchange's
 * time is unknown, or the key's time was right and the key is void.
 */
export async function renewKey(error: unknown, key: string): Promise<string | undefined> {
  if (!(error instanceof ApiFault) || error.code !== KEY_EXPIRED) return undefined;
  const sentAt = Date.now();
  try {
    const time = await request('common.getTime', {}, { quiet: true, timeout: WAIT });
    exchangeClock().answer(time, sentAt);
    return isTimely(readKey(key)?.time ?? time, time) ? undefined : newKey(time);
  } catch (failure) {
    if (failure instanceof ApiFault || failure instanceof NoAnswer) return undefined;
    throw failure;
  }
}
