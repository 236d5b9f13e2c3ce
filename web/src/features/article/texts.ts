// The catalogues of the article pages.
import type { Messages } from '@lingui/core';
import { lateTexts } from '../../late-texts/index.ts';

export const { load: loadArticleTexts, useTexts: useArticleTexts } = lateTexts(
  import.meta.glob<{ readonly messages: Messages }>('../../locales/*/article.po'),
  (locale) => `../../locales/${locale}/article.po`,
);
