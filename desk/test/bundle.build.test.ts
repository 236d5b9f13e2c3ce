// The built desk: what the content policy needs of it, and that its macros were expanded.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../dist');
let html = '';
let files: string[] = [];

beforeAll(async () => {
  html = await readFile(join(folder, 'index.html'), 'utf8');
  files = await readdir(folder, { recursive: true });
});

describe('the built desk', () => {
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

  it('serves no source map, and keeps one beside the build for each script of its own (issue 16, part A)', async () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const kept = new Set(await readdir(join(folder, '../maps')));
    // The bundler's own helpers have no source, and what only passes on exports has no code.
    const scripts = files.filter((file) => /^static\/(?!rolldown-runtime|preload-helper).*\.js$/.test(file));
    expect(scripts.length).toBeGreaterThan(20);
    for (const script of scripts) {
      const text = await readFile(join(folder, script), 'utf8');
      if (text.length > 200) expect(kept.has(`${basename(script)}.map`), script).toBe(true);
      expect(text.includes('sourceMappingURL'), script).toBe(false);
    }
  });

  it('asks nothing of the retail client’s address', async () => {
    for (const script of files.filter((file) => file.endsWith('.js')))
      expect(await readFile(join(folder, script), 'utf8'), script).not.toMatch(
        /\/platform\/dev\/config\.js|\/ws\/coin/,
      );
  });
});
