// What stands around the code: files that a public repository has, links of its documents, the workflow, the image, and what
// documents take from the code.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../ensure.mjs';
import { generated, settings, shippedPackages } from '../generated.mjs';
import { satisfies } from './node-range.ts';
import { sourceFiles } from './source-files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly workspaces: readonly string[];
  readonly engines: { readonly node: string };
  readonly optionalDependencies: Readonly<Record<string, string>>;
};
const lock = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<
    Record<string, { readonly engines?: { readonly node?: string }; readonly optional?: boolean }>
  >;
};

/** Files below a folder, by the end of their name. */
function below(folder: string, end: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return below(path, end);
    return entry.name.endsWith(end) ? [path] : [];
  });
}

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...below('docs', '.md'),
  ...below('.github', '.md'),
];

/** Text of a document without its code blocks. */
const prose = (file: string): string => read(file).replace(/^```[^]*?^```$/gm, '');

/** GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

const anchors = (file: string): string[] =>
  [...prose(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the repository', () => {
  it.each([
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'LICENSE', 'NOTICE'],
    ...['.editorconfig', '.nvmrc', '.gitattributes', '.env.example', 'renovate.json', 'docs/README.md'],
    ...['Dockerfile', '.dockerignore', 'compose.yaml', '.github/workflows/ci.yml', '.github/PULL_REQUEST_TEMPLATE.md'],
    ...['.github/ISSUE_TEMPLATE/bug.yml', '.github/ISSUE_TEMPLATE/feature.yml', '.github/ISSUE_TEMPLATE/config.yml'],
  ])('has %s', (file) => {
    expect(read(file).trim()).not.toBe('');
  });

  it('runs programs that exist', () => {
    const named = Object.values(manifest.scripts).flatMap((line) => line.match(/[\w/-]+\.(mjs|ts)/g) ?? []);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('shows pictures that load fast', () => {
    const pictures = below('docs/pictures', '');
    expect(pictures.length).toBeGreaterThan(2);
    expect(pictures.filter((file) => statSync(join(root, file)).size > 150 * 1_024)).toEqual([]);
  });
});

describe('documents', () => {
  it.each(documents)('%s: every link leads somewhere', (file) => {
    const broken = [...prose(file).matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !/^(https?|mailto):/.test(to))
      .filter((to) => {
        const [path = '', anchor] = to.split('#');
        const target = path === '' ? file : relative(root, resolve(root, dirname(file), path));
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && !anchors(target).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  it('the index names every page', () => {
    const index = read('docs/README.md');
    const pages = below('docs', '.md')
      .map((file) => relative('docs', file))
      .filter((file) => file !== 'README.md');
    expect(pages.filter((file) => !index.includes(`](${file})`))).toEqual([]);
  });

  it('name commands of package.json', () => {
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run (?:-s )?(\w[\w:-]*)/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ name }) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });

  const moved = existsSync(join(root, 'server/src/api')) && existsSync(join(root, 'core/src/order'));
  it.skipIf(!moved).each(['README.md', 'CONTRIBUTING.md', 'docs/concepts/architecture.md'])(
    '%s: names places that exist',
    (file) => {
      const places = [
        ...read(file).matchAll(
          /`((?:core|contract|server|ui|web|desk|e2e)\/(?:src|test|sim|bin|journeys|tour)\/[\w./-]*\w)`/g,
        ),
        ...read(file).matchAll(/`((?:tools|docs)\/[\w./-]*\w)`/g),
      ].map(([, place = '']) => place.replace('/PRODUCT', ''));
      expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
    },
  );
});

describe('generated', () => {
  it.each([...generated()])('%s is what `npm run docs` writes', (file, text) => {
    expect(read(file)).toBe(text);
  });

  it('.env.example and docs/operate/settings.md name every setting with its default (design §9)', () => {
    const page = read('docs/operate/settings.md');
    for (const { name, standard } of settings) {
      const row = page
        .split('\n')
        .find((line) => line.startsWith('| ') && line.split(' | ')[0]?.includes(`\`${name}\``));
      expect(row, name).toBeDefined();
      if (standard !== undefined && standard !== '') expect(row, name).toContain(`\`${standard}\``);
      expect(read('.env.example')).toContain(`\n#${name}=${standard ?? ''}\n`);
    }
    const named = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/\w+/g) ?? [],
    );
    expect(named.filter((name) => !settings.some((one) => one.name === name))).toEqual([]);
  });

  it('NOTICE knows the licence of every package that is shipped', () => {
    expect(shippedPackages().length).toBeGreaterThan(100);
    expect(shippedPackages().filter(({ licence }) => licence === 'not said')).toEqual([]);
    // Of the packages of a page or of the server, none may be under a licence that asks for our source.
    expect(
      shippedPackages().filter(({ licence }) => /\b(A?GPL|SSPL|BUSL)/.test(licence.replaceAll('LGPL', ''))),
    ).toEqual([]);
  });
});

describe('Node', () => {
  const [, least = ''] = /^\^(\d+\.\d+\.\d+)$/.exec(manifest.engines.node) ?? [];
  const major = least.split('.')[0];

  it('is of one major version in .nvmrc, engines, the packages, the image and the starter', () => {
    expect(read('.nvmrc').trim()).toBe(major);
    expect(read('tools/ensure.mjs')).toContain(`const NODE_MAJOR = ${major};`);
    for (const [name, version] of Object.entries(manifest.optionalDependencies))
      expect([name, satisfies(version, manifest.engines.node)]).toEqual([name, true]);
    const images = [...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version);
    expect(new Set(images)).toEqual(new Set([major]));
  });

  it('engines names the least that every package runs on', () => {
    // Optional ones are for one platform each.
    const asked = Object.entries(lock.packages).flatMap(([name, { engines, optional = false }]) =>
      engines?.node === undefined || optional ? [] : [{ name, range: engines.node }],
    );
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter(({ range }) => !satisfies(least, range))).toEqual([]);
    const [one, two] = least.split('.').map(Number);
    expect(asked.every(({ range }) => satisfies(`${one}.${Number(two) - 1}.0`, range))).toBe(false);
  });
});

describe('.github/workflows/ci.yml', () => {
  const workflow = read('.github/workflows/ci.yml');
  const runs = [...workflow.matchAll(/^\s*- run: (.+)$/gm)].map(([, line = '']) => line);

  it('runs commands that exist', () => {
    expect(runs.length).toBeGreaterThan(5);
    const parts = [...read('tools/test.mjs').matchAll(/^ {2}async (\w+)\(\)/gm)].map(([, name]) => name);
    for (const line of runs) {
      const [, script] = /^npm run ([\w:-]+)/.exec(line) ?? [];
      const [, part] = /^npm test -- (\w+)$/.exec(line) ?? [];
      if (script !== undefined) expect(manifest.scripts, line).toHaveProperty([script]);
      else if (part !== undefined) expect(parts, line).toContain(part);
      else expect(line).toMatch(/^(npm ci$|docker compose |curl )/);
    }
  });

  it('takes actions by their major version, and no rights but reading', () => {
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    expect(actions.filter((name) => !/^actions\/[\w-]+@v\d+$/.test(name ?? ''))).toEqual([]);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
  const kept = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

  it('copies what exists and what .dockerignore leaves in', () => {
    expect(copied.length).toBeGreaterThan(10);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(copied.filter((path) => !kept.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('installs with the manifest of every workspace', () => {
    for (const workspace of manifest.workspaces) expect(copied).toContain(`${workspace}/package.json`);
    // The last stage has the packages of the root folder only.
    expect(Object.keys(lock.packages).filter((name) => /^(?!node_modules\/).+\/node_modules\//.test(name))).toEqual([]);
  });

  it('runs as nobody in particular, and says whether it is well', () => {
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n {2}CMD \[.*\/readyz.*\]$/m);
    expect(dockerfile.lastIndexOf('\nUSER ')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM '));
    const [service] = /^ {2}exchange:\n(?: {4}.*\n| *\n)+/m.exec(read('compose.yaml')) ?? [''];
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'init: true']) expect(service).toContain(line);
  });
});

it.each(['core', 'contract', 'chain', 'server', 'bench'])(
  'issue 17 §3: %s imports only packages that its manifest names',
  (name) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${name}/package.json`)) as {
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly devDependencies?: Readonly<Record<string, string>>;
    };
    const named = new Set([`@vitrine/${name}`, ...Object.keys(dependencies), ...Object.keys(devDependencies)]);
    const unnamed = sourceFiles(`${name}/src`, []).flatMap((file) =>
      [...read(file).matchAll(/^(?:import|export)\b[^'"]*?from '((?:@[^/']+\/)?[^./#'][^/']*)/gm)]
        .map(([, found = '']) => found)
        .filter((found) => !found.startsWith('node:') && !named.has(found))
        .map((found) => `${file}: ${found}`),
    );
    expect(unnamed).toEqual([]);
  },
);
