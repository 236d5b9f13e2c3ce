// What is said of a refusal: always the page's own sentence, in its language (§8).
import { i18n } from '@lingui/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '@vitrine/contract';
import { ApiFault } from '../src/api/index.ts';
import { BREACHED, fieldRefusal } from '../src/credential/index.ts';
import { refusalText } from '../src/i18n/index.ts';
import { faultWords } from '../src/ticket/index.ts';
import { previewRefusal } from '../src/features/contract/ticket/use-preview.ts';

const MADE = 'expected 0x7f of OrderRow, got undefined';
/** A refusal as an exchange newer than this page gives it. */
const newer = (code: keyof typeof codes, args: Record<string, string> = {}): ApiFault =>
  new ApiFault(code === 200 ? 500 : code, { key: 'order.ofTomorrow', args }, MADE, false);

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('the sentence of a refusal (§8)', () => {
  test('is that of its key', () => {
    expect(refusalText({ code: 2101, key: 'order.final', args: {} })).toMatch(/order/i);
  });

  test('of a newer server: that of its code', () => {
    expect(refusalText(newer(2101))).toBe(refusalText({ key: codes[2101].key, args: {} }));
    expect(faultWords(newer(2101))).toBe(refusalText({ key: codes[2101].key, args: {} }));
  });

  test('never has a hole where its code’s sentence has a figure', () => {
    expect(refusalText(newer(429))).not.toMatch(/\{|undefined| s\./);
  });

  test('of a code unknown to the page it says so, and claims nothing of what was done', () => {
    expect(refusalText(newer(500))).toMatch(/does not know/);
    expect(refusalText(newer(500))).not.toBe(refusalText({ key: codes[500].key, args: {} }));
  });

  test('is never a developer’s text, nor a key', () => {
    for (const code of Object.keys(codes).map((text) => Number(text) as keyof typeof codes)) {
      const fault = newer(code);
      for (const words of [refusalText(fault), faultWords(fault), fieldRefusal(fault)]) {
        expect(words).not.toContain(MADE);
        expect(words).not.toContain('order.ofTomorrow');
        expect(words).toMatch(/\w \w/);
      }
    }
    expect(previewRefusal({ code: 2101, key: 'order.ofTomorrow', args: {} })).toBe(
      refusalText({ key: codes[2101].key, args: {} }),
    );
  });

  test('of a breached password is the page’s own', () => {
    expect(fieldRefusal(new ApiFault(1008, { key: BREACHED, args: {} }, 'Known to thieves.', false))).toBe(
      'Known to thieves.',
    );
  });
});
