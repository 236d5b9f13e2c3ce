// A write whose outcome is not known holds the page: a reload would forget its key (issue 16, part A).
import { afterEach, expect, test, vi } from 'vitest';
import { settle } from '../src/api/index.ts';

const input = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '50000.0', quantity: '0.01000' } as const;

afterEach(() => vi.unstubAllGlobals());

test('a write holds the page until its outcome is known', async () => {
  let held = 0;
  const hold = () => {
    held += 1;
    return () => {
      held -= 1;
    };
  };
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const never = { state: 'never', code: 410, key: 'key.expired', seq: null, answer: null };
  vi.stubGlobal('fetch', async (url: string) => {
    await gate;
    if (!url.includes('outcome')) throw new TypeError('the line is cut');
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data: never }));
  });
  const settled = settle('currency.order.submit', input, { quiet: true, hold });
  expect(held).toBe(1);
  open();
  await expect(settled).rejects.toMatchObject({ code: 410 });
  expect(held).toBe(0);
});
