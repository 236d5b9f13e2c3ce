// docs/operate/security.md against the repository: every requirement has an answer, every test it names stands where it says, and its
// inventories (cryptography, connections, the browser's storage) name every place of the source that they are about.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/operate/security.md'), 'utf8');

/** ASVS 5.0.0, levels 1 and 2, all chapters: by section, which of its numbers. */
const required: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};
/** What the release counts: 70 of level 1, 183 of level 2. */
const REQUIREMENTS = 253;
const numbers = Object.entries(required).flatMap(([section, all]) => all.map((one) => `${section}.${one}`));

/** Rows of the tables that begin with a number: number, wording, answer. */
const rows = page
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number = '', , answer = '']) => ({ number, answer }));

/** Rows that answer whole sections of a chapter, from one to another: nothing of ours is what they are about. */
const whole = page
  .split('\n')
  .map((line) => /^\| (\d+)\.(\d+) to \1\.(\d+) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, chapter = '', first = '', last = '', , answer = '']) => ({
    answer,
    numbers: Object.keys(required)
      .filter((section) => {
        const [of, at] = section.split('.').map(Number);
        return of === Number(chapter) && at !== undefined && at >= Number(first) && at <= Number(last);
      })
      .flatMap((section) => (required[section] ?? []).map((one) => `${section}.${one}`)),
  }));

/** Text of a numbered section of the page. */
function section(number: number): string {
  const [, after = ''] = page.split(`\n## ${number}. `);
  return after.split('\n## ')[0] ?? '';
}

/** Our sources under a folder, with their text, comments left out. */
function sources(...folders: readonly string[]): { file: string; text: string }[] {
  return folders
    .flatMap((folder) => sourceFiles(folder, ['locales']))
    .filter((file) => !file.endsWith('.gen.ts'))
    .map((file) => {
      const text = readFileSync(resolve(root, file), 'utf8');
      return { file, text: text.replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '') };
    });
}

/** Files that hold what a pattern finds and that no path of a section's text covers. */
function notNamed(number: number, pattern: RegExp, ...folders: readonly string[]): string[] {
  const paths = [...section(number).matchAll(/`((?:server|contract|core|web|desk|ui)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  return sources(...folders)
    .filter(
      ({ file, text }) => pattern.test(text) && !paths.some((path) => file === path || file.startsWith(`${path}/`)),
    )
    .map(({ file }) => file);
}

const SERVER = ['server/src', 'server/bin', 'contract/src', 'core/src'] as const;
const PAGES = ['web/src', 'desk/src', 'ui/src'] as const;

/** A file and the titles named after it: `path` “one”, “other”. */
const named = [...page.matchAll(/`([\w./[\]-]+\.(?:test|spec)\.tsx?)`((?:(?:,| and)? “[^”]+”)+)/g)].flatMap(
  ([, file = '', titles = '']) => [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
);

describe('docs/operate/security.md', () => {
  it('answers every requirement of levels 1 and 2 of its chapters, each once', () => {
    const answered = [...rows.map(({ number }) => number), ...whole.flatMap((row) => row.numbers)];
    expect(numbers.length).toBe(REQUIREMENTS);
    expect(numbers.filter((number) => !answered.includes(number))).toEqual([]);
    expect(new Set(answered).size).toBe(answered.length);
  });

  it('answers by a test, by a page, or says why not', () => {
    const without = rows.filter(
      ({ answer }) => !/“[^”]+”/.test(answer) && !/^(Not here: .|Exception \d+)/.test(answer) && !/^§\d/.test(answer),
    );
    expect(without.map(({ number }) => number)).toEqual([]);
    // Whole sections are left out only with a reason, and only where there are such sections.
    expect(whole.filter((row) => !/^Not here: ./.test(row.answer) || row.numbers.length === 0)).toEqual([]);
  });

  it('names its exceptions and sections rightly', () => {
    for (const [, number = ''] of page.matchAll(/Exceptions? (\d+)/g))
      expect(page).toMatch(new RegExp(`^${number}\\. `, 'm'));
    for (const { answer } of rows)
      for (const [, number = ''] of answer.matchAll(/^§(\d+)/g))
        expect(page).toMatch(new RegExp(`^## ${number}\\. `, 'm'));
  });

  it('names no test that does not exist', () => {
    expect(named.length).toBeGreaterThan(100);
    const missing = named.filter(({ file, title }) => {
      const path = resolve(root, file);
      if (!existsSync(path)) return true;
      const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
      return !["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
    });
    expect(missing).toEqual([]);
  });

  it('names every test so that this page’s test sees it', () => {
    const files = [...page.matchAll(/`[\w./[\]-]+\.(?:test|spec)\.tsx?`/g)].length;
    const seen = [...page.matchAll(/`[\w./[\]-]+\.(?:test|spec)\.tsx?` “/g)].length;
    expect(seen).toBe(files);
  });
});

describe('its inventories name every place', () => {
  it('that computes with keys, hashes or chance (§11)', () => {
    const cryptography =
      /from '(node:crypto|jose|otplib|@node-rs\/argon2|@noble\/[^']+|@scure\/bip[^']+|@scure\/btc-signer[^']*|viem|@simplewebauthn\/[^']+)'|crypto\.(subtle|getRandomValues|randomUUID)|\bsha256/;
    expect(notNamed(11, cryptography, ...SERVER, ...PAGES)).toEqual([]);
  });

  it('that connects to something (§12)', () => {
    const outbound =
      /\bfetch\(|new pg\.(Client|Pool)\(|createTransport|new (WebSocket|Socket)\(|import \{[^}]*\b(connect|createConnection)\b[^}]*\} from 'node:(net|tls|http2)'|import \{[^}]*\b(request|get|Agent)\b[^}]*\} from 'node:https?'|from '(undici|node:dgram)'|\b(spawn|fork|execFile|execFileSync)\(/;
    expect(notNamed(12, outbound, 'server/src')).toEqual([]);
    // Pages ask their own server only, and their policy holds them to it.
    expect(
      sources(...PAGES)
        .filter(({ text }) => /https?:\/\/(?!www\.w3\.org)/.test(text.replaceAll(/new URL\([^)]*\)/g, '')))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  it('that keeps something in the browser (§13)', () => {
    expect(
      notNamed(
        13,
        /localStorage|sessionStorage|indexedDB|\bcaches\.|document\.cookie|writeStored\(|serviceWorker/,
        ...PAGES,
      ),
    ).toEqual([]);
  });
});

describe('the source', () => {
  const offenders = (pattern: RegExp, ...folders: readonly string[]) =>
    sources(...folders)
      .filter(({ text }) => pattern.test(text))
      .map(({ file }) => file);

  it('draws chance from the system’s generator only (11.5.1)', () => {
    expect(offenders(/Math\.random/, ...SERVER)).toEqual([]);
    // The pauses between two tries to connect are no secret.
    expect(offenders(/Math\.random/, ...PAGES).filter((file) => !file.startsWith('web/src/live/'))).toEqual([]);
  });

  it('uses no broken cipher, mode or hash (11.3, 11.4.1)', () => {
    expect(
      offenders(
        /['"`](md[245]|sha-?1|rc[24]|des|des-ede3?[^'"]*|bf|blowfish|aes-\d+-(ecb|cbc)|RSA1_5)['"`]|createCipher\(/i,
        ...SERVER,
        ...PAGES,
      ),
      // Lists of breached passwords name them by SHA-1: nothing rests on it (§11).
    ).toEqual(['web/src/credential/breached.ts']);
    expect(
      sources(...SERVER).flatMap(({ text }) =>
        [...text.matchAll(/create(?:Dec|C)ipheriv\('([^']+)'/g)].map(([, name]) => name),
      ),
    ).toEqual(['aes-256-gcm', 'aes-256-gcm']);
  });

  it('shows text as text: no page writes HTML, runs text or listens to other windows (3.2.2, 3.5.5)', () => {
    expect(
      offenders(
        /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(|(window|globalThis)\??\.?\(?\.?addEventListener\??\.?\(\s*'message'|window\.opener/,
        ...PAGES,
      ),
      // The text of an article: the server sanitised it (1.3.1).
    ).toEqual(['web/src/features/article/article-page.tsx']);
  });

  it('has no debug mode: nothing looks at NODE_ENV or DEBUG, and settings are read in one place (13.4.2)', () => {
    const product = ['server/src', 'contract/src', 'core/src'];
    expect(offenders(/NODE_ENV|\bDEBUG\b|node:inspector/, ...product)).toEqual([]);
    // Beside the two programs: the path of PostgreSQL's own programs, and the server of our tests.
    const elsewhere = ['server/src/app/postgres/', 'server/src/main.ts', 'server/src/custody/signer/program.ts'];
    expect(
      offenders(/process\.env|\benv\b[^;]*from 'node:process'/, ...product).filter(
        (file) => !elsewhere.some((one) => file.startsWith(one)),
      ),
    ).toEqual([]);
  });

  it('has every package from one registry, of one version, with its hash (15.1.2)', () => {
    const lock = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>;
    };
    const installed = Object.entries(lock.packages).filter(
      ([name, { link }]) => name.includes('node_modules/') && link !== true,
    );
    expect(installed.length).toBeGreaterThan(100);
    expect(
      installed
        .filter(
          ([, { resolved = 'https://registry.npmjs.org/', integrity = '' }]) =>
            !resolved.startsWith('https://registry.npmjs.org/') || !integrity.startsWith('sha512-'),
        )
        .map(([name]) => name),
    ).toEqual([]);
    for (const folder of ['.', 'core', 'contract', 'chain', 'server', 'ui', 'web', 'desk', 'e2e', 'bench']) {
      const {
        dependencies = {},
        devDependencies = {},
        optionalDependencies = {},
      } = JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8')) as Record<
        string,
        Record<string, string> | undefined
      >;
      const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
      expect([folder, versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))]).toEqual([folder, []]);
    }
  });
});
