// What of a fault of a page leaves the browser: code, never a customer's.

import { describe, expect, it } from 'vitest';
import { framesOf, pageFault, pageFaultOf, scrubFault, scrubMessage, scrubPath } from '../src/index.ts';

const where = { page: 'web', release: '0.1.0+abc1234567', path: '/exchange/index?symbol=BTC_USDT' } as const;

describe('the words of a fault (issue 16, A)', () => {
  it.each([
    ['an e-mail address', 'no row of anna.lee@example.org here', 'anna'],
    ['a phone number', 'unknown number +852 5123 4567', '5123'],
    ['an amount', 'balance is 12345.67 USDT', '12345'],
    ['a token', 'bad token eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9abcDEF', 'eyJ'],
    ['an address of a chain', 'cannot pay 0x52908400098527886E0F7030069857D2E4169EE7', '52908'],
    ['an address of Bitcoin', 'cannot pay bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'qw508'],
    ['a name in another script', 'no user 王小明', '王'],
    ['quoted words', `Unexpected token 'A', "Anna Lee" is not valid JSON`, 'Lee'],
    ['what our own errors got', 'expected a decimal, got secret', 'secret'],
    ['a query', 'cannot load https://exchange.example/api/x?token=secret', 'secret'],
    ['a uuid', 'key 018f4f3e-7b7a-7c00-8000-000000000000 is void', '018f'],
  ])('hold nothing of %s', (_, message, private_) => {
    expect(scrubMessage(message)).not.toContain(private_);
  });

  it('keep what a developer needs', () => {
    const words = "Cannot read properties of undefined (reading 'tickDecimals')";
    expect(scrubMessage(words)).toBe(words);
    expect(scrubMessage('expected the element #root of index.html, found none')).toBe(
      'expected the element #root of index.html, found none',
    );
  });
});

describe('the path of a fault', () => {
  it('keeps words and markets, not queries, codes or ids', () => {
    expect(scrubPath('/exchange/index?symbol=BTC_USDT#x')).toBe('/exchange/index');
    expect(scrubPath('/exchange/full-screen/BTC_USDT')).toBe('/exchange/full-screen/BTC_USDT');
    expect(scrubPath('/a/invite/ABCDEFGH')).toBe('/a/invite/:x');
    expect(scrubPath('/x/1234567/anna@example.org')).toBe('/x/:x/:x');
  });
});

describe('the stack of a fault', () => {
  const frame = 'https://exchange.example/static/start-AbC_12-x.js:1:20431';
  it.each([
    ['Chromium', `TypeError: a\n    at Ticket (${frame})\n    at ${frame}`, ['Ticket@', '@']],
    ['Firefox', `Ticket@${frame}\n@${frame}\n`, ['Ticket@', '@']],
  ])('of %s is the frames in files of ours, without the host', (_, stack, names) => {
    expect(framesOf(stack)).toEqual(names.map((name) => `${name}/static/start-AbC_12-x.js:1:20431`));
  });

  it('leaves out what lies elsewhere', () => {
    expect(framesOf('at x (chrome-extension://abc/anna.js:1:2)\nat y (https://evil.example/a.js:1:1)')).toEqual([]);
  });
});

describe('a report', () => {
  it('is made of whatever was thrown, and fits the agreement', () => {
    for (const thrown of [new TypeError('x is not a function'), 'anna@example.org', null, { secret: 1 }]) {
      const made = pageFaultOf(thrown, where);
      expect(pageFault.parse(made)).toEqual(made);
      expect(JSON.stringify(made)).not.toMatch(/anna|secret|symbol/);
    }
  });

  it('scrubbed twice is as scrubbed once', () => {
    const once = pageFaultOf(new Error('user 12345 is bob@example.org, got x'), where);
    expect(scrubFault(once)).toEqual(once);
  });

  it('from somebody who did not scrub is scrubbed all the same', () => {
    const sent = {
      ...where,
      name: 'Anna Lee',
      message: 'anna@example.org',
      frames: ['x anna@example.org', 'f@/static/a.js:1:2'],
    };
    expect(scrubFault(sent)).toEqual({
      ...where,
      ...{ path: '/exchange/index', name: 'Error', message: '[e-mail]', frames: ['f@/static/a.js:1:2'] },
    });
  });
});
