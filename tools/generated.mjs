// What the documents and NOTICE take from the code: each file's text, or its text with the marked regions written anew.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callNames, callOf, codes, en, statusOf } from '@vitrine/contract';
import { commands, events } from '@vitrine/core';
import { variables } from '@vitrine/server/app/settings';
import { root } from './ensure.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');

/** A Markdown table. */
function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}

const code = (text) => `\`${text}\``;
const list = (all) => (all.length === 0 ? '' : all.map(code).join(', '));

// ── settings ──

/** The text a variable stands for when it is absent; undefined: none. */
export function defaultOf(schema) {
  for (let at = schema; at !== undefined; at = at.def.innerType ?? at.def.in)
    if (at.def.type === 'default') return String(at.def.defaultValue);
  return undefined;
}

/** Every setting with its description and its default. */
export const settings = Object.entries(variables.shape).map(([name, schema]) => ({
  name,
  about: schema.description ?? '',
  standard: defaultOf(schema),
}));

function environmentExample() {
  const head = [
    '# Every setting with its default. An empty or absent one has its default; docs/operate/settings.md says more about each.',
    '# Made by `npm run docs` from the table of settings; do not edit it. Copy it to .env and uncomment what you change:',
    '# `docker compose up` reads .env. For `npm start`: set -a; . ./.env; set +a; npm start',
  ];
  const lines = settings.flatMap(({ name, about, standard = '' }) => ['', `# ${about}`, `#${name}=${standard}`]);
  return [...head, ...lines, ''].join('\n');
}

// ── calls and codes ──

const WHO = { guest: 'anyone', user: 'customer', merchant: 'merchant' };
const RIGHTS = { r: 'read', t: 'trade', w: 'withdraw', none: '' };

/** The word of a path that groups its calls. */
function groupOf(path) {
  const [, first, second, third] = path.replace(/^\/api/, '').split('/');
  return first === '{requestHead}' || first === '{head}' ? `${second}/${third}` : first;
}

function callTables() {
  const groups = Map.groupBy(callNames.map(callOf), ({ path }) => groupOf(path));
  const sections = [...groups].map(([group, calls]) =>
    [
      `## ${group}`,
      '',
      table(
        ['call', 'who', 'API key', 'key', 'what'],
        calls.map(({ method, path, who, right, key, about }) => [
          `${method} ${code(path)}`,
          WHO[who],
          RIGHTS[right],
          key ? 'yes' : '',
          about,
        ]),
      ),
    ].join('\n'),
  );
  return sections.join('\n\n');
}

function codeTable() {
  const rows = Object.entries(codes).map(([number, { key, args }]) => [
    number,
    statusOf(Number(number)),
    code(key),
    list(args),
    en[key],
  ]);
  return table(['code', 'HTTP', 'message key', 'arguments', 'English'], rows);
}

// ── the core's records ──

const fieldNames = (fields) => list(Object.entries(fields).map(([name, field]) => (field.rows ? `${name}[]` : name)));
const byKind = (all) => Object.entries(all).toSorted(([, a], [, b]) => a.kind - b.kind);

const commandTable = () =>
  table(
    ['kind', 'command', 'sender', 'fields'],
    byKind(commands).map(([name, { kind, sender, fields }]) => [kind, code(name), sender, fieldNames(fields)]),
  );

const eventTable = () =>
  table(
    ['kind', 'event', 'fields'],
    byKind(events).map(([name, { kind, fields }]) => [kind, code(name), fieldNames(fields)]),
  );

// ── licences ──

/** Workspaces whose packages reach a customer or run in production. */
const SHIPPED = ['core', 'contract', 'server', 'ui', 'web', 'desk'];

/** Every package that is shipped, with its licence, from the lock file: those of production, and all that they need. */
export function shippedPackages() {
  const { packages } = JSON.parse(read('package-lock.json'));
  /** Where Node finds a package from another's place. */
  const placeOf = (name, from) => {
    for (let at = from; ; at = at.replace(/(^|\/)(?:node_modules\/(?:@[^/]+\/)?)?[^/]+$/, '')) {
      const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      if (place in packages) return place;
      if (at === '') return undefined;
    }
  };
  const found = new Map();
  const visit = (place) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = placeOf(name, place);
      if (at === undefined || found.has(at) || packages[at].link === true) continue;
      found.set(at, { name: at.split('node_modules/').at(-1), licence: packages[at].license ?? 'not said' });
      visit(at);
    }
  };
  for (const workspace of SHIPPED) visit(workspace);
  const unique = new Map([...found.values()].map((one) => [`${one.name} ${one.licence}`, one]));
  return [...unique.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function licences() {
  const groups = Map.groupBy(shippedPackages(), ({ licence }) => licence);
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([licence, all]) => `${licence}\n${all.map(({ name }) => `  ${name}`).join('\n')}`)
    .join('\n\n');
}

// ── files ──

/** Regions by file: what stands between `generated: NAME` and `end of NAME`. */
const regions = {
  'docs/reference/calls.md': { calls: callTables },
  'docs/reference/codes.md': { codes: codeTable },
  'docs/reference/records.md': { commands: commandTable, events: eventTable },
  NOTICE: { licences },
};

/** A text with one region written anew. */
function withRegion(text, name, content) {
  const parts = new RegExp(`(^.*generated: ${name}\\b.*\\n)[^]*?(^.*end of ${name}\\b.*$)`, 'm');
  if (!parts.test(text)) throw new Error(`expected a region "generated: ${name}" … "end of ${name}"`);
  return text.replace(parts, (_, begin, end) => `${begin}\n${content}\n\n${end}`);
}

/** Every generated file: its path and the text it must have. */
export function generated() {
  const marked = Object.entries(regions).map(([file, makers]) => [
    file,
    Object.entries(makers).reduce((text, [name, make]) => withRegion(text, name, make()), read(file)),
  ]);
  return new Map([['.env.example', environmentExample()], ...marked]);
}
