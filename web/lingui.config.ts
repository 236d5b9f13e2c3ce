// Catalogues: three .po a language, which `npx lingui extract` in web/ gathers. messages: of web and ui together. guide: hints,
// checklist, tour and notes on practice; article: the help centre. Both are loaded on demand.
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { locales, pseudoLocale } from '@vitrine/ui/locales';

const guide = [
  ...['src/hint/hint-card.tsx', 'src/hint/terms.ts', 'src/features/guide', 'src/practice-traders'],
  'src/features/wallet/withdraw/practice-address.tsx',
];

export default defineConfig({
  sourceLocale: 'en',
  locales: [...locales.map(({ code }) => code), pseudoLocale],
  pseudoLocale,
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}/messages',
      include: ['<rootDir>/src', '<rootDir>/../ui/src'],
      exclude: [...guide, 'src/features/article'].flatMap((path) => [`**/${path}`, `**/${path}/**`]),
    },
    {
      path: '<rootDir>/src/locales/{locale}/guide',
      include: guide.map((path) => `<rootDir>/${path}`),
    },
    {
      path: '<rootDir>/src/locales/{locale}/article',
      include: ['<rootDir>/src/features/article'],
    },
  ],
  // Line numbers would change every catalogue with every edit.
  format: formatter({ lineNumbers: false }),
});
