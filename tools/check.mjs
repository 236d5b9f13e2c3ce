// `npm run check`: types, lint, format and the fast tests, to run while working.
import { ensurePackages } from './ensure.mjs';
import { close, format, lint, types, unit } from './steps.mjs';

ensurePackages();
await types();
await lint();
await format();
await unit('fast', [
  '--project',
  'core',
  '--project',
  'contract',
  '--project',
  'ui',
  '--project',
  'web',
  '--project',
  'desk',
  '--project',
  'tools',
  '--exclude',
  '**/*.slow.test.ts',
]);
process.exit(close());
