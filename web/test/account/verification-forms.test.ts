// Forms of verification without React (§5 validation): both stages, and the country picker.

import type { KycStage } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import {
  askedFields,
  askedPhotos,
  firstPerson,
  missingPhotos,
  noPhotos,
  personInput,
  personRules,
  photosInput,
  reducePhotos,
} from '../../src/features/account-centre/verification/kyc-form.ts';
import { photoFault } from '../../src/media/index.ts';
import { findOptions } from '@vitrine/ui';
import { guessCountry } from '../../src/page/index.ts';

describe('verification, stage 1', () => {
  const failed = (refused: readonly string[]): KycStage => ({
    stage: 1,
    state: 3,
    fields: {},
    refused: refused.map((field) => ({ field, reason: 'mismatch', note: null })),
    sent: 1,
    decided: 2,
  });
  const person = { ...firstPerson, name: 'Marion Albers', country: 'DE', documentNo: 'C01X00T47' };

  it('asks for everything first, after a refusal only for what was refused', () => {
    expect(askedFields(undefined)).toHaveLength(4);
    expect(askedFields(failed(['documentNo']))).toEqual(['documentNo']);
    expect(askedFields(failed(['somethingNew']))).toHaveLength(4);
    expect(personInput(person, ['documentNo'])).toEqual({ stage: 1, documentNo: 'C01X00T47' });
    expect(personInput(person, askedFields(undefined))).toEqual({ stage: 1, ...person });
  });

  it('judges only what it asks for', () => {
    expect(personRules(['documentNo']).validate(firstPerson)).toEqual({ documentNo: 'required' });
    expect(personRules(askedFields(undefined)).validate(person)).toEqual({});
    expect(personRules(askedFields(undefined)).validate({ ...person, country: '', name: 'x'.repeat(101) })).toEqual({
      country: 'required',
      name: 'tooLong',
    });
  });
});

describe('verification, stage 2', () => {
  const link = '/api/file/abc';

  it.each([
    [{ type: 'image/jpeg', size: 10 * 1_048_576 }, undefined],
    [{ type: 'image/jpeg', size: 10 * 1_048_576 + 1 }, 'size'],
    [{ type: 'image/png', size: 0 }, 'empty'],
    [{ type: 'image/svg+xml', size: 10 }, 'type'],
    [{ type: 'application/pdf', size: 10 }, 'type'],
  ])('looks at %j before it is sent: %s', (file, fault) => {
    expect(photoFault(file)).toBe(fault);
  });

  it('follows a photo from its choice to the exchange', () => {
    let photos = reducePhotos(noPhotos, { do: 'choose', field: 'front', preview: 'blob:1' });
    expect(photos.front).toEqual({ preview: 'blob:1', link: undefined, sent: 0, fault: undefined });
    photos = reducePhotos(photos, { do: 'send', field: 'front', part: 0.5 });
    photos = reducePhotos(photos, { do: 'sent', field: 'front', link });
    expect(photos.front).toEqual({ preview: 'blob:1', link, sent: undefined, fault: undefined });
    expect(missingPhotos(photos, ['front', 'back', 'handheld'])).toEqual(['back', 'handheld']);
  });

  it('loses nothing when another choice cannot be taken', () => {
    const there = reducePhotos(reducePhotos(noPhotos, { do: 'choose', field: 'back', preview: 'blob:1' }), {
      do: 'sent',
      field: 'back',
      link,
    });
    expect(reducePhotos(there, { do: 'fail', field: 'back', fault: 'size' }).back).toMatchObject({
      link,
      fault: 'size',
    });
  });

  it('asks for a passport without its back, unless one is on its way', () => {
    expect(missingPhotos(noPhotos, ['front', 'back', 'handheld'], '2')).toEqual(['front', 'handheld']);
    expect(missingPhotos(noPhotos, ['front', 'back', 'handheld'], '1')).toEqual(['front', 'back', 'handheld']);
    const sending = reducePhotos(noPhotos, { do: 'choose', field: 'back', preview: 'blob:1' });
    expect(missingPhotos(sending, ['back'], '2')).toEqual(['back']);
  });

  it('sends only the photos asked for', () => {
    const photos = reducePhotos(noPhotos, { do: 'sent', field: 'handheld', link });
    const refused: KycStage = {
      stage: 2,
      state: 3,
      fields: {},
      refused: [{ field: 'handheld', reason: 'unreadable', note: 'too dark' }],
      sent: 1,
      decided: 2,
    };
    expect(askedPhotos(refused)).toEqual(['handheld']);
    expect(photosInput(photos, askedPhotos(refused))).toEqual({ stage: 2, handheld: link });
  });
});

describe('the country picker', () => {
  const options = [
    { key: 'DE', label: 'Germany', aside: '+49' },
    { key: 'GE', label: 'Georgia', aside: '+995' },
    { key: 'CI', label: 'Côte d’Ivoire', aside: '+225' },
    { key: 'GB', label: 'United Kingdom', aside: '+44' },
  ];

  it.each([
    ['', ['DE', 'GE', 'CI', 'GB']],
    ['ge', ['GE', 'DE']],
    ['cote', ['CI']],
    ['+4', ['DE', 'GB']],
    ['kingdom', ['GB']],
    ['xyz', []],
  ])('finds for %j: %j', (typed, keys) => {
    const found = findOptions(options, typed).map((option) => option.key);
    expect(typed === 'ge' ? [...found].sort() : found).toEqual(typed === 'ge' ? [...keys].sort() : keys);
  });

  it('guesses the country of the browser’s language', () => {
    expect(guessCountry(['de', 'en-GB'])).toBe('GB');
    expect(guessCountry(['zh-Hant-TW'])).toBe('TW');
    expect(guessCountry(['fr'])).toBe('');
  });
});
