// The catalogue of English texts holds every message of the source.
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { expect, it } from 'vitest';

it('the English catalogue holds every message of the source: run `npx lingui extract` in web/', async () => {
  const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') });
  for (const catalog of await getCatalogs(config)) {
    const source = await catalog.collect();
    const english = await catalog.read('en');
    expect(Object.keys(source ?? {}).length).toBeGreaterThan(30);
    const missing = Object.entries(source ?? {}).filter(([id]) => !english?.[id]?.translation);
    expect(missing.map(([, message]) => message.message)).toEqual([]);
  }
});
