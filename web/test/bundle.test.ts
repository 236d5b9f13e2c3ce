// The built page: what the content policy needs of it, that its macros were expanded, and that English is whole.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { locales } from '@vitrine/ui';

let folder = '';
let html = '';
let files: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-page-'));
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

describe('the built page', () => {
  it('has no inline script or style, and loads everything from /static (design §5)', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(html).not.toMatch(/<style/);
    expect(html).not.toMatch(/\son[a-z]+=/);
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g))
      expect(path).toMatch(/^\/static\/[^/]+-[\w-]{8}\.(?:js|css)$/);
  });

  it('holds a chunk for each of the sixteen languages and the pseudo-locale (§1)', () => {
    expect(files.filter((file) => /^static\/messages-[\w-]+\.js$/.test(file))).toHaveLength(locales.length + 1);
  });

  it('lies compressed beside every script, equal to it', async () => {
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(20);
    for (const script of scripts) {
      const plain = await readFile(join(folder, script));
      if (plain.length < 512) continue;
      expect(brotliDecompressSync(await readFile(join(folder, `${script}.br`))).equals(plain)).toBe(true);
    }
  });

  it('leaves no macro behind: a free Trans or useLingui would end the page with "Trans is not defined"', async () => {
    for (const script of files.filter((file) => file.endsWith('.js'))) {
      // Names of globals survive the minifier, so a macro that was not expanded shows by its own name.
      const text = await readFile(join(folder, script), 'utf8');
      expect(text, script).not.toMatch(/[(,](?:Trans|Plural|Select)[,)]|[^.\w](?:useLingui|msg|plural)\(\)?`?/);
      expect(text, script).not.toMatch(/lingui\/(?:core|react)\/macro/);
    }
  });
});

describe('the catalogues', () => {
  it('hold every message of the source in English: run `npx lingui extract` in web/', async () => {
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
