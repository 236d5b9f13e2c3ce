// Catalogues: two .po a language, which `npx lingui extract` in web/ gathers. messages: of web and ui together. guide: hints,
// checklist and tour, loaded on demand.
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { locales, pseudoLocale } from '@vitrine/ui/locales';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...locales.map(({ code }) => code), pseudoLocale],
  pseudoLocale,
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}/messages',
      include: ['<rootDir>/src', '<rootDir>/../ui/src'],
      exclude: ['**/src/hint/hint-card.tsx', '**/src/hint/terms.ts', '**/src/features/guide/**'],
    },
    {
      path: '<rootDir>/src/locales/{locale}/guide',
      include: ['<rootDir>/src/hint/hint-card.tsx', '<rootDir>/src/hint/terms.ts', '<rootDir>/src/features/guide'],
    },
  ],
  // Line numbers would change every catalogue with every edit.
  format: formatter({ lineNumbers: false }),
});
