// Catalogues: one .po a language, messages of web and ui together; `npx lingui extract` in web/ gathers them.
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { locales, pseudoLocale } from '@vitrine/ui/locales';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...locales.map(({ code }) => code), pseudoLocale],
  pseudoLocale,
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}/messages', include: ['<rootDir>/src', '<rootDir>/../ui/src'] }],
  // Line numbers would change every catalogue with every edit.
  format: formatter({ lineNumbers: false }),
});
