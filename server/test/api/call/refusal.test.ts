// Refusals by name (issue 17 §2): the core's table and the contract's agree, and `refuse` takes either.

import { CODE, codes, isCode, type RefusalCode } from '@vitrine/contract';
import { DONE, rejects } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { asRefusalCode, refuse } from '../../../src/api/call/index.ts';

describe('issue 17 §2: a code is declared once', () => {
  it('each refusal of the core has the same key in the contract', () => {
    expect(CODE.ok).toBe(DONE);
    for (const [key, code] of Object.entries(rejects)) {
      expect(isCode(code), key).toBe(true);
      expect(codes[code].key).toBe(key);
    }
  });

  it('a refusal by its key is the one by its number', () => {
    const args = { needed: '2', available: '1', coin: 'USDT' };
    expect(refuse('balance.insufficient', args)).toEqual(refuse('balance.insufficient', args));
    expect(refuse('balance.insufficient', args)).toMatchObject({ code: 3001, message: 'balance.insufficient', args });
    const none: RefusalCode = asRefusalCode(1);
    expect(none).toBe(CODE['server.fault']);
  });
});
