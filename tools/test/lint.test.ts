// Our lint rules find what they are for: each planted line is reported, and its allowed twin is not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Planted files by their path, each in a folder of its own. */
const planted = new Map<string, string>();
/** What the linter reported, by path. */
const reported = new Map<string, string>();

/** Plants `text` as if it stood at `path`; all of them are linted in one run before the first test. */
function plant(path: string, text: string): string {
  const place = path.replace('zz-planted', `zz-planted-${planted.size + 1}`);
  planted.set(place, text);
  return place;
}

/** Plants each case; the rows get the place of their file. */
function plantAll<R extends readonly string[]>(cases: readonly (readonly [path: string, text: string, ...rest: R])[]) {
  return cases.map(([path, text, ...rest]) => [path, text, plant(path, text), ...rest] as const);
}

beforeAll(() => {
  for (const [path, text] of planted) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'unix', ...planted.keys()], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const line of stdout.split('\n')) {
    const path = [...planted.keys()].find((one) => line.includes(one));
    if (path !== undefined) reported.set(path, `${reported.get(path) ?? ''}${line}\n`);
  }
});

afterAll(() => {
  for (const path of planted.keys()) rmSync(dirname(join(root, path)), { recursive: true, force: true });
});

describe('design §1 imports: a workspace imports only what is below it', () => {
  const cases: [path: string, text: string, found: string][] = [
    ['core/src/zz-planted/a.ts', "import { x } from '@vitrine/contract';\nexport const y = x;\n", 'core may import'],
    [
      'core/src/zz-planted/a.ts',
      "import { readFileSync } from 'node:fs';\nexport const y = readFileSync;\n",
      'imports nothing from outside',
    ],
    [
      'contract/src/zz-planted/a.ts',
      "import { x } from '@vitrine/server';\nexport const y = x;\n",
      'contract may import',
    ],
    [
      'contract/src/zz-planted/a.ts',
      "import { x } from '@vitrine/core';\nexport const y = x;\n",
      'contract may import',
    ],
    ['server/src/zz-planted/a.ts', "import { x } from '@vitrine/ui';\nexport const y = x;\n", 'server may import'],
    ['web/src/zz-planted/a.ts', "import { x } from '@vitrine/server';\nexport const y = x;\n", 'web may import'],
    ['web/src/zz-planted/a.ts', "export const y = import('@vitrine/core');\n", 'web may import'],
    [
      'web/src/zz-planted/a.ts',
      "import { x } from '../../../core/src/index.ts';\nexport const y = x;\n",
      'by its name',
    ],
    [
      'web/src/features/zz-planted/a.ts',
      "import { x } from '../markets/index.ts';\nexport const y = x;\n",
      'do not import each other',
    ],
    ['ui/src/zz-planted/a.ts', "import { x } from '@vitrine/core/test';\nexport const y = x;\n", 'ui may import'],
    ['server/src/zz-planted/a.ts', "import { x } from '../desk/desk.ts';\nexport const y = x;\n", 'by its index.ts'],
    [
      'server/src/engine/zz-planted/a.ts',
      "import { x } from '../journal/writer.ts';\nexport const y = x;\n",
      'by its index.ts',
    ],
  ];
  it.each(plantAll(cases))('%s: %s', (_path, _text, place, found) => {
    expect(reported.get(place)).toContain(found);
  });

  const allowed: [path: string, text: string][] = [
    ['server/src/zz-planted/a.ts', "import { x } from '@vitrine/core';\nexport const y = x;\n"],
    ['ui/test/zz-planted/a.ts', "import { x } from '@vitrine/core/test';\nexport const y = x;\n"],
    ['web/src/zz-planted/a.ts', "import { x } from '@vitrine/core/formula';\nexport const y = x;\n"],
    ['web/src/zz-planted/a.ts', "import { x } from '@vitrine/core/enum';\nexport const y = x;\n"],
  ];
  it.each(plantAll(allowed))('allowed: %s: %s', (_path, _text, place) => {
    expect(reported.get(place)).toBeUndefined();
  });
});

describe('core §5 determinism: the core has no clock, randomness or hidden state', () => {
  const texts = [
    'export const now = () => Date.now();\n',
    'export const half = (a: number) => Math.floor(a / 2);\n',
    'export const any = () => Math.random();\n',
    'export const seen = new Set<number>();\n',
    'export let count = 0;\n',
    'export const later = async () => await 1;\n',
    'export const power = (a: number, b: number) => a ** b;\n',
    'export const clock = Date.now;\n',
    'const { floor } = Math;\nexport const half = (a: number) => floor(a / 2);\n',
    "export const half = (a: number) => Math['floor'](a / 2);\n",
    'export const wave = (a: number) => Math.tan(a);\n',
    'export async function later(): Promise<number> { return 1; }\n',
    'export const folder = process.cwd;\n',
    "export const sorted = (a: string) => a.localeCompare('b');\n",
  ];
  it.each(plantAll(texts.map((text) => ['core/src/zz-planted/a.ts', text] as const)))(
    '%s: %s',
    (_path, _text, place) => {
      expect(reported.get(place)).toContain('deterministic');
    },
  );
});

describe('core §5 determinism: what is exact everywhere passes', () => {
  const texts = [
    'export const least = (a: number, b: number) => Math.min(Math.abs(a), Math.trunc(b), Math.clz32(b));\n',
    'export const times: { readonly Date: number } = { Date: 1 };\nexport const one = times.Date;\n',
  ];
  it.each(plantAll(texts.map((text) => ['core/src/zz-planted/a.ts', text] as const)))(
    '%s: %s',
    (_path, _text, place) => {
      expect(reported.get(place)).toBeUndefined();
    },
  );
});

describe('issue 17 §2: events are written by their layouts', () => {
  const line = (text: string): string =>
    `declare const w: Float64Array, at: number, out: { words: Float64Array };\n${text}\n`;
  const wrong = plantAll([
    ['core/src/zz-planted/a.ts', line('w[at + 9] = 1;')],
    ['core/src/zz-planted/a.ts', line('w[at] = 134;')],
    ['core/src/zz-planted/a.ts', line('out.words[at + 1] = 15;')],
    ['core/src/zz-planted/a.ts', line('const FILL = { price: 9 };\nw[at + FILL.price + 1] = 1;')],
  ]);
  it.each(wrong)('%s refuses %j', (_path, _text, place) => {
    expect(reported.get(place)).toContain('by its layout');
  });
  const right = plantAll([
    ['core/src/zz-planted/a.ts', line('const FILL = { price: 9 };\nw[at + FILL.price] = 1;')],
    [
      'core/src/zz-planted/a.ts',
      line('const FILL = { price: 9 };\nfor (let n = 0; n < 2; n += 1) w[at + FILL.price + n] = 1;'),
    ],
    ['core/test/zz-planted/a.ts', line('w[at + 9] = 1;')],
  ]);
  it.each(right)('%s allows %j', (_path, _text, place) => {
    expect(reported.get(place) ?? '').not.toContain('by its layout');
  });
});

describe('issue 15 A.3 pools: work in a transaction asks for no second connection', () => {
  const inside = (text: string) =>
    `export async function f(db: any, files: any, link: any) {\n  await db.transaction().execute(async (trx: any) => {\n    ${text}\n  });\n}\n`;
  const cases: [path: string, text: string, found: string][] = [
    ['server/src/zz-planted/a.ts', inside("await db.selectFrom('x').execute();"), 'the outer connection'],
    ['server/src/zz-planted/a.ts', inside("return db.selectFrom('x').execute();"), 'the outer connection'],
    ['server/src/zz-planted/a.ts', inside("await latest(db, '1');"), 'the outer connection'],
    ['server/src/zz-planted/a.ts', inside("await files.ofOwner('1');"), 'only what uses its connection'],
    ['server/src/zz-planted/a.ts', inside("await Promise.all([put(trx), files.open('1')]);"), 'only what uses'],
    ['server/src/zz-planted/a.ts', inside('await db.transaction().execute(async (tx: any) => put(tx));'), 'second one'],
    [
      'server/src/zz-planted/a.ts',
      'export async function put(within: any, files: any) {\n  await files.open(1);\n}\n',
      'only what uses its connection',
    ],
  ];
  it.each(plantAll(cases))('%s: %s', (_path, _text, place, found) => {
    expect(reported.get(place)).toContain('one-connection');
    expect(reported.get(place)).toContain(found);
  });

  const allowed: [path: string, text: string][] = [
    ['server/src/zz-planted/a.ts', inside("await trx.selectFrom('x').execute();\n    await put(trx, 1);")],
    ['server/src/zz-planted/a.ts', inside('const work = put(trx);\n    await work;\n    await link.submit(1);')],
  ];
  it.each(plantAll(allowed))('allowed: %s: %s', (_path, _text, place) => {
    expect(reported.get(place) ?? '').not.toContain('one-connection');
  });
});

describe('issue 17 §2: an enumeration is declared once', () => {
  const banned: [path: string, text: string, found: string][] = [
    ['core/src/zz-planted/a.ts', 'export const EXPIRE_MAKER = 2;\n', 'SELF_TRADE.maker'],
    ['server/src/zz-planted/a.ts', 'export const POST_ONLY = 4;\n', 'TIME_IN_FORCE.postOnly'],
    ['core/sim/zz-planted/a.ts', 'export const MARKET_MAKER = 1;\n', 'MARKET_MAKER'],
    ['core/test/zz-planted/a.ts', 'export const SPOT_WALLET = 1 as const;\n', 'WALLET.spot'],
    ['bench/src/zz-planted/a.ts', 'export const CLASS = { wallet: 1, margin: 2, fee: 8 } as const;\n', 'ACCOUNT_CLASS'],
  ];
  it.each(plantAll(banned))('refused: %s: %s', (_path, _text, place, found) => {
    expect(reported.get(place)).toContain(`use ${found}, or`);
  });

  const allowed: [path: string, text: string][] = [
    // The same word for another number, and an enumeration of its own that shares two words.
    ['core/src/zz-planted/a.ts', 'export const CLOSED = 13;\n'],
    ['core/src/zz-planted/a.ts', 'export const STATE = { waiting: 0, filled: 1, lost: 7 } as const;\n'],
    ['core/src/zz-planted/a.ts', 'export const UP = 1;\n'],
  ];
  it.each(plantAll(allowed))('allowed: %s: %s', (_path, _text, place) => {
    expect(reported.get(place) ?? '').not.toContain('one-enum');
  });
});

describe('issue 17 §2: a code is declared once, in its table', () => {
  const banned: [path: string, text: string, found: string][] = [
    [
      'server/src/zz-planted/a.ts',
      'const BALANCE_INSUFFICIENT = 3001;\nexport const a = BALANCE_INSUFFICIENT;\n',
      'balance.insufficient',
    ],
    ['server/src/zz-planted/a.ts', 'export const WHATEVER = 2110 as const;\n', 'order.tooMany'],
    ['core/sim/zz-planted/a.ts', 'export const OK = 200;\n', 'ok'],
    ['core/src/zz-planted/a.ts', 'export const DONE = 200;\n', 'ok'],
    ['core/test/zz-planted/a.ts', 'export const NOT_FOUND = 404;\n', 'request.notFound'],
    ['bench/src/zz-planted/a.ts', 'export const TOO_FREQUENT_CODE = 429;\n', 'request.tooFrequent'],
    ['server/src/zz-planted/a.ts', 'export const ENDS = { other: 1, final: 2102 } as const;\n', 'order.final'],
  ];
  it.each(plantAll(banned))('refused: %s: %s', (_path, _text, place, found) => {
    expect(reported.get(place)).toContain(`use CODE['${found}']`);
  });

  const made: [path: string, text: string, found: string][] = [
    ['server/src/zz-planted/a.ts', 'export const a = () => refuse(404);\n', 'request.notFound'],
    ['server/src/zz-planted/a.ts', 'export const a = (b: boolean) => refuse(b ? 2101 : 503);\n', 'order.unknown'],
    ['server/test/zz-planted/a.ts', "export const a = () => new IdentityRefusal(1004, 'wrong');\n", 'code.wrong'],
  ];
  it.each(plantAll(made))('made by name: %s: %s', (_path, _text, place, found) => {
    expect(reported.get(place)).toContain(`Refuse by name: '${found}'`);
  });

  const compared: [path: string, text: string, found: string][] = [
    ['server/src/zz-planted/a.ts', 'export const a = (b: { code: number }) => b.code === 504;\n', 'server.unknown'],
    ['server/src/zz-planted/a.ts', 'export const a = (code: number) => code !== 200;\n', 'ok'],
    ['server/src/zz-planted/a.ts', 'export const a = { code: 410 };\n', 'key.expired'],
    ['server/src/zz-planted/a.ts', 'export const a = (b: number) => new Set([2102, 2109]).has(b);\n', 'order.final'],
    [
      'core/src/zz-planted/a.ts',
      'export const a = (code: number) => { switch (code) { case 409: return 1; default: return 0; } };\n',
      'key.otherBody',
    ],
  ];
  it.each(plantAll(compared))('compared by name: %s: %s', (_path, _text, place, found) => {
    expect(reported.get(place)).toContain(`by name: CODE['${found}']`);
  });

  const allowed: [path: string, text: string][] = [
    // Quantities: below 1000 by their names, from there on with a separator or as no code's number.
    ['core/src/zz-planted/a.ts', 'export const MAX_OPEN = 200;\n'],
    ['server/src/zz-planted/a.ts', 'export const MOST_LINES = 2_001;\n'],
    ['server/src/zz-planted/a.ts', 'export const SOCKET_PORT = 5432;\n'],
    ['web/src/zz-planted/a.ts', 'export const KEY_EXPIRED = 410;\n'],
    // Statuses of HTTP, and codes in tests, which state the API as its users see it.
    ['server/src/zz-planted/a.ts', 'export const a = (status: number) => status === 404;\n'],
    ['server/test/zz-planted/a.ts', 'export const a = (b: { code: number }) => b.code === 2101;\n'],
  ];
  it.each(plantAll(allowed))('allowed: %s: %s', (_path, _text, place) => {
    expect(reported.get(place) ?? '').not.toContain('one-code');
  });
});

describe('bans of the whole project', () => {
  const cases: [path: string, text: string, found: string][] = [
    ['core/src/zz-planted/a.ts', 'export const x: any = 1;\n', 'no-explicit-any'],
    ['core/src/zz-planted/a.ts', 'export const f = (x?: number) => x!;\n', 'no-non-null-assertion'],
    ['core/src/zz-planted/a.ts', 'export default 1;\n', 'no-default-export'],
    ['web/src/zz-planted/a.tsx', 'export const A = () => <p>Hello there</p>;\n', 'literal-text'],
    ['web/src/zz-planted/a.tsx', 'export const A = () => <input aria-label="Your name" />;\n', 'literal-text'],
    ['server/src/zz-planted/a.ts', 'export function f() { try { f(); } catch {} }\n', 'no-empty'],
  ];
  it.each(plantAll(cases))('%s: %s', (_path, _text, place, found) => {
    expect(reported.get(place)).toContain(found);
  });

  const catalogued = plant(
    'web/src/zz-planted/a.tsx',
    "import { Trans } from '@lingui/react/macro';\nexport const A = () => <p><Trans>Hello <b>there</b></Trans></p>;\n",
  );
  it('allows text of the catalogue', () => {
    expect(reported.get(catalogued)).toBeUndefined();
  });
});
