// The built console: what the content policy needs of it, that its macros were expanded, and that English is whole.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

let folder = '';
let html = '';
let files: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-desk-'));
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true },
  });
  process.env['NODE_ENV'] = mode;
  html = await readFile(join(folder, 'index.html'), 'utf8');
  files = await readdir(folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the built console', () => {
  it('has no inline script or style, and loads everything from /static (design §5)', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(html).not.toMatch(/<style/);
    expect(html).not.toMatch(/\son[a-z]+=/);
    const bundles = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)];
    expect(bundles.length).toBeGreaterThan(1);
    for (const [, path] of bundles) expect(path).toMatch(/^\/static\/[^/]+-[\w-]{8}\.(?:js|css)$/);
  });

  it('leaves no macro behind: a free Trans or useLingui would end the page with "Trans is not defined"', async () => {
    for (const script of files.filter((file) => file.endsWith('.js'))) {
      const text = await readFile(join(folder, script), 'utf8');
      expect(text, script).not.toMatch(/[(,](?:Trans|Plural|Select)[,)]|[^.\w](?:useLingui|msg|plural)\(\)?`?/);
      expect(text, script).not.toMatch(/lingui\/(?:core|react)\/macro/);
    }
  });

  it('asks nothing of the retail client’s address', async () => {
    for (const script of files.filter((file) => file.endsWith('.js')))
      expect(await readFile(join(folder, script), 'utf8'), script).not.toMatch(
        /\/platform\/dev\/config\.js|\/ws\/coin/,
      );
  });
});

describe('the catalogue', () => {
  it('holds every message of the source in English: run `npx lingui extract` in desk/', async () => {
    const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') });
    for (const catalog of await getCatalogs(config)) {
      const source = await catalog.collect();
      const english = await catalog.read('en');
      expect(Object.keys(source ?? {}).length).toBeGreaterThan(300);
      const missing = Object.entries(source ?? {}).filter(([id]) => !english?.[id]?.translation);
      expect(missing.map(([, message]) => message.message)).toEqual([]);
    }
  });
});
