// The guide's catalogues.
import type { Messages } from '@lingui/core';
import { lateTexts } from '../late-texts/index.ts';

export const { load: loadGuideTexts, useTexts: useGuideTexts } = lateTexts(
  import.meta.glob<{ readonly messages: Messages }>('../locales/*/guide.po'),
  (locale) => `../locales/${locale}/guide.po`,
);
