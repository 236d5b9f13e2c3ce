// The texts of our messages: complete in 16 languages, filled without holes, and harmless whatever customers put in (issue: mail templates).

import { ALERT_KIND, BOND_CLAIM_STATE, CODE_PURPOSE, KYC_FIELDS, KYC_REASON, LANGUAGES } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { htmlOf, plainOf } from '../../../src/account/messages/render.ts';
import type { Notice } from '../../../src/account/messages/face.ts';
import {
  codeLetter,
  harmlessName,
  type Letter,
  noticeLetter,
  type Reader,
} from '../../../src/account/messages/template.ts';
import { en } from '../../../src/account/messages/text/en.ts';
import { fill, texts } from '../../../src/account/messages/text/index.ts';

const TIME = Date.UTC(2026, 10, 21, 18, 5);
const UNTIL = TIME + 86_400_000;
const ORIGIN = 'https://vitrine.example';
const CODE = '048213';

const refused = [...KYC_FIELDS[1], ...KYC_FIELDS[2]].map((field, at) => ({
  field,
  reason: KYC_REASON[at % KYC_REASON.length]!,
}));
const WHAT = ['password', 'fundPassword', 'email', 'phone', 'authenticator', 'passkey', 'antiCode', 'apiKey'] as const;
const notices: readonly Notice[] = [
  { kind: 'newDevice', deviceId: 'd1', device: 'Firefox on Linux', ip: '2001:db8::7', time: TIME },
  ...WHAT.map((what) => ({ kind: 'credentialChanged', what, time: TIME, lockedUntil: UNTIL }) as const),
  { kind: 'credentialChanged', what: 'antiCode', time: TIME, lockedUntil: undefined },
  { kind: 'fundGuessed', time: TIME, lockedUntil: UNTIL },
  { kind: 'frozen', time: TIME },
  { kind: 'unfrozen', time: TIME },
  { kind: 'linked', accounts: 2, from: UNTIL },
  { kind: 'unlinked', time: TIME },
  { kind: 'appealRefused', answer: 'The same document on both accounts.', time: TIME },
  { kind: 'kyc', stage: 1, passed: true, refused: [] },
  { kind: 'kyc', stage: 2, passed: false, refused },
  { kind: 'fundCase', passed: true, until: UNTIL },
  { kind: 'fundCase', passed: false, until: undefined },
  { kind: 'deposited', amount: '5.25', coin: 'USDT', time: UNTIL },
  { kind: 'reversed', amount: '5.25', coin: 'USDT', time: UNTIL },
  ...(['merchant', 'harmed'] as const).flatMap((role) =>
    BOND_CLAIM_STATE.map((state) => {
      const facts = { amount: '60.5', coin: 'USDT', order: '8388609', until: UNTIL, time: TIME };
      return { kind: 'bondClaim', role, state, ...facts } as const;
    }),
  ),
  ...ALERT_KIND.map((what) => {
    const figures = { symbol: 'BTC/USDT', value: what === 'fill' ? null : '0.05', seen: '0.0125' };
    return { kind: 'alert', what, ...figures, time: TIME } as const;
  }),
];

/** Every kind of letter in a language, with the customer's word. */
function lettersIn(reader: Reader): readonly Letter[] {
  const purposes = Object.values(CODE_PURPOSE);
  return [
    ...purposes.flatMap((purpose) => [codeLetter(purpose, CODE, reader), codeLetter(purpose, null, reader)]),
    ...notices.map((notice) => noticeLetter(notice, reader)),
  ];
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe.each(LANGUAGES)('in %s', (lang) => {
  const reader: Reader = { lang, origin: ORIGIN, word: 'heron' };

  it('every text stands, with the placeholders of the English one, and is not the English one', () => {
    const own = texts[lang];
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(en).toSorted());
    for (const [key, text] of Object.entries(en)) {
      const mine = own[key as keyof typeof en];
      expect([key, placeholders(mine)]).toEqual([key, placeholders(text)]);
      expect(mine.trim()).toBe(mine);
      expect(mine).not.toBe('');
    }
    if (lang === 'en') return;
    const same = Object.entries(en).filter(([key, text]) => own[key as keyof typeof en] === text);
    // Names that are the same word in a language.
    expect(same.map(([key]) => key).filter((key) => !/^(field\.name|fact\.)/.test(key))).toEqual([]);
  });

  it('no letter has a hole, each begins with the word, names the house and leads to no sign-in', () => {
    for (const letter of lettersIn(reader)) {
      const plain = plainOf(letter);
      const html = htmlOf(letter);
      for (const text of [letter.title, letter.short, plain, html.replace(/<style>.*<\/style>/, '')]) {
        expect(text).not.toMatch(/[{}]|\b(undefined|null|NaN|Invalid)\b/);
      }
      expect(plain.startsWith(fill(texts[lang]['word.yours'], { word: 'heron' }))).toBe(true);
      expect(html.indexOf('heron')).toBeLessThan(html.indexOf('<h1'));
      expect(plain).toContain(`Vitrine · ${ORIGIN}`);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
      const pages = ['security', 'linked', 'claims'].map((page) => `${ORIGIN}/account/center/${page}`);
      expect(links.every((url) => url !== undefined && pages.includes(url))).toBe(true);
      expect(`${plain}${html}`).not.toMatch(/\/user\/(login|register|reset)/);
    }
  });

  it('the text part has no HTML, the HTML neither pictures nor anything from elsewhere', () => {
    for (const letter of lettersIn(reader)) {
      expect(plainOf(letter)).not.toMatch(/<[a-z/!]|&(amp|lt|gt|quot|#\d+);/i);
      expect(htmlOf(letter)).not.toMatch(/<img|<script|<link|url\(|@import|src=|\bon\w+=/i);
    }
  });

  it('a code stands once in each part, never in the subject, and in no letter that has none to give', () => {
    for (const purpose of Object.values(CODE_PURPOSE)) {
      const letter = codeLetter(purpose, CODE, reader);
      for (const text of [plainOf(letter), htmlOf(letter), letter.short]) expect(text.split(CODE)).toHaveLength(2);
      expect(letter.title).not.toContain(CODE);
      const none = codeLetter(purpose, null, reader);
      expect(`${plainOf(none)}${none.short}`).not.toMatch(/\d{6}/);
    }
    expect(new Set(Object.values(CODE_PURPOSE).map((purpose) => codeLetter(purpose, CODE, reader).title)).size).toBe(8);
  });

  it('a notice carries its facts: device, address, time in UTC, until when withdrawals are locked, what was refused', () => {
    const plain = (notice: Notice) => plainOf(noticeLetter(notice, reader));
    const device = plain(notices[0]!);
    for (const fact of ['Firefox on Linux', '2001:db8::7', '2026', '(UTC)', `${ORIGIN}/account/center/security`])
      expect(device).toContain(fact);
    expect(device).toMatch(/18[:.]05/);
    const changed = plain({ kind: 'credentialChanged', what: 'password', time: TIME, lockedUntil: UNTIL });
    expect(changed.split('(UTC)')).toHaveLength(3);
    const kyc = plain({ kind: 'kyc', stage: 2, passed: false, refused });
    for (const { field, reason } of refused)
      expect(kyc).toContain(`${texts[lang][`field.${field}`]}: ${texts[lang][`reason.${reason}`]}`);
  });

  it('an SMS is short', () => {
    for (const letter of lettersIn(reader))
      expect([letter.short, letter.short.length <= 160]).toEqual([letter.short, true]);
  });
});

describe('what customers put in', () => {
  const nasty = `<b>"Bob"</b> & 'x' {code} </td><script>alert(1)</script>`;
  const reader: Reader = { lang: 'en', origin: ORIGIN, word: nasty };

  it('is escaped in HTML: the word', () => {
    const html = htmlOf(codeLetter(2, CODE, reader));
    expect(html).toContain('&lt;b&gt;&quot;Bob&quot;&lt;/b&gt; &amp; &#39;x&#39; {code} &lt;/td&gt;&lt;script&gt;');
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('<script>');
    expect(plainOf(codeLetter(2, CODE, reader))).toContain(`Your word: ${nasty}`);
  });

  it('makes no link and no markup: the name of a device, the address it came from', () => {
    const notice: Notice = {
      kind: 'newDevice',
      deviceId: 'd',
      device: `https://evil.example/login <img src=x>\r\nBcc: a@b.example ${'x'.repeat(200)}`,
      ip: '<script>',
      time: TIME,
    };
    const letter = noticeLetter(notice, { ...reader, word: null });
    for (const text of [plainOf(letter), htmlOf(letter), letter.short]) {
      expect(text).not.toMatch(/https?:\/\/evil|evil\.example|<img|<script|a@b/);
      expect(text).not.toContain('x'.repeat(61));
    }
    expect(harmlessName('Safari 17.4 on iPhone')).toBe('Safari 17.4 on iPhone');
    expect(harmlessName('ไฟร์ฟอกซ์')).toBe('ไฟร์ฟอกซ์');
    expect(harmlessName('\u0000\u202e')).toBe('–');
  });
});

it('without an anti-phishing word the customer reads how to set one; a stranger reads nothing of it', () => {
  const customer = plainOf(codeLetter(2, CODE, { lang: 'en', origin: ORIGIN, word: null }));
  expect(customer.startsWith(en['word.none'])).toBe(true);
  const stranger = plainOf(codeLetter(1, CODE, { lang: 'en', origin: ORIGIN, word: undefined }));
  expect(stranger.startsWith(en['code.1'])).toBe(true);
  expect(htmlOf(codeLetter(1, CODE, { lang: 'en', origin: ORIGIN, word: undefined }))).not.toContain(en['word.none']);
});

it('a message with a hole is not written', () => {
  expect(() => fill('{a} and {b}', { a: 'x' })).toThrow('{b}');
  expect(fill('{a}', { a: '{b}' })).toBe('{b}');
});
