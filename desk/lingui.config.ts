// The console's catalogue: English, messages of desk and ui together; `npx lingui extract` in desk/ gathers them.
// Another language is added when an operator asks for it (docs/reference/decisions.md): its code here, its .po beside the English one.
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}/messages', include: ['<rootDir>/src', '<rootDir>/../ui/src'] }],
  // Line numbers would change every catalogue with every edit.
  format: formatter({ lineNumbers: false }),
});
