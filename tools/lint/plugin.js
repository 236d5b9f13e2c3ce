// The project's own lint rules: imports between workspaces and domains, a deterministic core, events by their layouts,
// enumerations and codes in one place, no literal user text.
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeRule } from './code-rule.js';
import { enumRule } from './enum-rule.js';
import { eventWordsRule } from './event-words-rule.js';
import { namesOnly } from './names.js';
import { place, root } from './place.js';
import { poolRule } from './pool-rule.js';

/** The workspaces that each workspace may import. */
const workspaceImports = {
  core: [],
  contract: ['core/enum', 'core/formula', 'core/number'],
  server: ['core', 'contract'],
  ui: [],
  web: ['contract', 'ui', 'core/enum', 'core/formula', 'core/number'],
  desk: ['contract', 'ui'],
  e2e: ['contract'],
  bench: ['core', 'contract', 'server'],
  tools: ['core', 'contract', 'server'],
};

/** Resolves an import of `file`: ours (workspace, path inside) or external. */
function target(file, specifier) {
  if (specifier.startsWith('.')) return { ours: true, ...place(resolve(dirname(file), specifier.split('?')[0])) };
  const workspace = /^@vitrine\/([a-z0-9]+)(?:\/(.*))?$/.exec(specifier);
  if (workspace) return { ours: true, workspace: workspace[1], entry: workspace[2] ?? '' };
  const own = /^#([a-z0-9]+)\/(.*)$/.exec(specifier);
  if (own) return { ours: true, ...place(resolve(root, own[1], 'src', own[2])) };
  return { ours: false, specifier };
}

function onImports(context, check) {
  const visit = (node) => {
    const source = node.source ?? node.argument;
    if (source?.type === 'Literal' && typeof source.value === 'string') check(source, source.value);
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: visit,
  };
}

const workspaceRule = {
  create(context) {
    const here = place(context.filename);
    const allowed = workspaceImports[here.workspace];
    if (!allowed) return {};
    return onImports(context, (node, specifier) => {
      const to = target(context.filename, specifier);
      if (!to.ours) {
        if (here.workspace === 'core' && here.area === 'src')
          context.report({
            node,
            message: `core/src imports nothing from outside: found '${specifier}'. Pass it in from the server.`,
          });
        return;
      }
      if (to.workspace === here.workspace) {
        if (here.area === 'src' && to.area && to.area !== 'src')
          context.report({ node, message: `src may not import ${to.area}/: found '${specifier}'.` });
        return;
      }
      if (to.entry === undefined) {
        context.report({
          node,
          message: `Import another workspace by its name ('@vitrine/${to.workspace}'), not by path: found '${specifier}'.`,
        });
        return;
      }
      const name = to.entry ? `${to.workspace}/${to.entry}` : to.workspace;
      const test = here.area === 'test';
      const fine =
        allowed.includes(name) ||
        allowed.includes(to.workspace) ||
        (test &&
          (name === 'core/test' ||
            name === 'core/test/contracts' ||
            (here.workspace === 'web' && to.workspace === 'server')));
      if (!fine && !(to.entry === 'style.css'))
        context.report({
          node,
          message: `${here.workspace} may import ${allowed.join(', ') || 'nothing of ours'}: found '${specifier}'. See docs/concepts/architecture.md.`,
        });
    });
  },
};

/** Folders under `src` that group domains: each subfolder is a domain with its own index. */
const groups = {
  server: ['app', 'engine', 'projection', 'api', 'account', 'automation', 'otc', 'shared'],
  web: ['features'],
  desk: ['features'],
};

/** The domain folder of a path: `group/folder` inside a group, else the first folder under `src`. */
function domain(at) {
  if (at.area !== 'src') return undefined;
  if (groups[at.workspace]?.includes(at.folders[0]))
    return at.folders[1] ? `${at.folders[0]}/${at.folders[1]}` : undefined;
  return at.folders[0];
}

const domainRule = {
  create(context) {
    const here = place(context.filename);
    const from = domain(here);
    if (here.area !== 'src') return {};
    return onImports(context, (node, specifier) => {
      const to = target(context.filename, specifier);
      if (!to.ours || to.workspace !== here.workspace || to.area !== 'src') return;
      const into = domain(to);
      if (into === undefined || into === from) return;
      if (from?.startsWith('features/') && into.startsWith('features/')) {
        context.report({
          node,
          message: `Features do not import each other: '${from}' imports '${into}'. Lift what they share to ui, api or live.`,
        });
        return;
      }
      const depth = into.split('/').length;
      const index = /^index\.tsx?$/.test(to.name) && to.folders.length === depth;
      const worker = /\?(worker|url)/.test(specifier);
      const folder =
        to.parts && existsSync(resolve(root, ...to.parts)) && statSync(resolve(root, ...to.parts)).isDirectory();
      if (!index && !worker && !folder && /\.(ts|tsx)$/.test(to.name))
        context.report({ node, message: `Import '${into}' by its index.ts, not '${specifier}'.` });
    });
  },
};

/** Math functions that are exact and equal on every machine. The others round, differ or are random. */
const exactMath = new Set(['abs', 'clz32', 'imul', 'max', 'min', 'sign', 'trunc']);
const bannedGlobals = new Set([
  'Date',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Promise',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'process',
  'globalThis',
  'Intl',
  'performance',
  'crypto',
  'setImmediate',
  'fetch',
  'SharedArrayBuffer',
  'Atomics',
  'WeakRef',
  'eval',
  'console',
]);

const deterministicRule = {
  create(context) {
    const here = place(context.filename);
    if (here.workspace !== 'core' || here.area !== 'src') return {};
    const ban = (node, what) =>
      context.report({
        node,
        message: `The core is deterministic: no ${what} here (docs/concepts/architecture.md, the core).`,
      });
    return {
      MemberExpression(node) {
        if (!node.computed && /^(toLocale|localeCompare)/.test(node.property.name ?? '')) ban(node, 'locale');
      },
      Identifier(node) {
        if (namesOnly(node)) return;
        if (bannedGlobals.has(node.name)) ban(node, node.name);
        if (node.name !== 'Math') return;
        const member =
          node.parent?.type === 'MemberExpression' && !node.parent.computed ? node.parent.property.name : '';
        if (!exactMath.has(member)) ban(node, member === '' ? 'Math but by its exact members' : `Math.${member}`);
      },
      FunctionDeclaration: (node) => node.async && ban(node, 'async'),
      FunctionExpression: (node) => node.async && ban(node, 'async'),
      ArrowFunctionExpression: (node) => node.async && ban(node, 'async'),
      AwaitExpression: (node) => ban(node, 'await'),
      BinaryExpression(node) {
        // Powers of two are exact everywhere; powers of other bases only as constants.
        if (
          node.operator === '**' &&
          !(node.left.type === 'Literal' && (node.left.value === 2 || node.right.type === 'Literal'))
        )
          ban(node, '** with a variable');
      },
      Program(node) {
        for (const statement of node.body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declaration?.type === 'VariableDeclaration' && declaration.kind !== 'const')
            ban(declaration, 'module-level let');
        }
      },
    };
  },
};

const textAttributes = new Set([
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'label',
  'description',
  'aria-description',
]);
const letters = /\p{L}{2,}/u;

/** Text inside the catalogue's macros is already in the catalogue. */
const catalogued = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);

function insideCatalogue(node) {
  for (let above = node.parent; above; above = above.parent) {
    if (
      above.type === 'JSXElement' &&
      above.openingElement.name.type === 'JSXIdentifier' &&
      catalogued.has(above.openingElement.name.name)
    )
      return true;
  }
  return false;
}

const textRule = {
  create(context) {
    const here = place(context.filename);
    if (!['web', 'ui', 'desk'].includes(here.workspace) || here.area !== 'src') return {};
    const ban = (node, text) =>
      context.report({
        node,
        message: `User text goes through the catalogue: found '${text.trim().slice(0, 40)}'. Use <Trans> or t.`,
      });
    return {
      JSXText(node) {
        if (letters.test(node.value) && !insideCatalogue(node)) ban(node, node.value);
      },
      JSXAttribute(node) {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
        const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value;
        if (
          textAttributes.has(name) &&
          value?.type === 'Literal' &&
          typeof value.value === 'string' &&
          letters.test(value.value) &&
          !insideCatalogue(node)
        )
          ban(node, value.value);
      },
    };
  },
};

export default {
  meta: { name: 'vitrine' },
  rules: {
    'workspace-imports': workspaceRule,
    'domain-imports': domainRule,
    deterministic: deterministicRule,
    'event-words': eventWordsRule,
    'literal-text': textRule,
    'one-connection': poolRule,
    'one-code': codeRule,
    'one-enum': enumRule,
  },
};
