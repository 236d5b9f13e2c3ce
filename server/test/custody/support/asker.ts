// Who asks for a withdrawal in tests of what comes after it: nobody takes their right away, and every address is allowed.

import type { Requester } from '../../../src/custody/types/index.ts';
import type { WithdrawalOptions } from '../../../src/custody/withdrawal/index.ts';

export const BY_PAGE: Requester = { session: 'a page', signed: false };
export const BY_KEY: Requester = { session: 'key-1', signed: true };

export const keepsRight: WithdrawalOptions['lostRight'] = async () => undefined;

/** What a book says beside `allow`. */
export const openBook: Omit<WithdrawalOptions['book'], 'allow'> = {
  allowCard: async () => undefined,
  stillAllows: async () => true,
  used: async () => undefined,
};
