// The built desk: what the content policy needs of it, and that its macros were expanded.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

  it('asks nothing of the retail client’s address', async () => {
    for (const script of files.filter((file) => file.endsWith('.js')))
      expect(await readFile(join(folder, script), 'utf8'), script).not.toMatch(
        /\/platform\/dev\/config\.js|\/ws\/coin/,
      );
  });
});
