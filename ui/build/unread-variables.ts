// Leaves out custom properties that nothing reads: Mantine defines all its colours and sizes, of which we use few.
import type { Plugin } from 'vite';

const DECLARATION = /(--[\w-]+):(?:[^;{}"']|"[^"]*"|'[^']*')*(?:;|(?=\}))/gu;
const READ = /var\(\s*(--[\w-]+)/gu;
const NAMED = /--[a-z][\w-]*/giu;
/** Mantine's components build names of these families from their properties (`--mantine-spacing-${size}`). */
const BUILT = /^--mantine-(?:spacing|radius|font-size|line-height|shadow|breakpoint|z-index)-/u;

/**
 * The style sheets without Mantine's custom properties that no style sheet and no script reads.
 * @param sheets every style sheet of a build
 * @param scripts every script of it
 */
export function withoutUnread(sheets: readonly string[], scripts: readonly string[]): readonly string[] {
  const named = new Set(scripts.flatMap((text) => text.match(NAMED) ?? []));
  let current = sheets;
  for (;;) {
    const read = new Set(current.flatMap((text) => [...text.matchAll(READ)].map(([, name]) => name)));
    const next = current.map((text) =>
      text.replaceAll(DECLARATION, (declaration, name: string) =>
        !name.startsWith('--mantine-') || BUILT.test(name) || named.has(name) || read.has(name) ? declaration : '',
      ),
    );
    // A property may have been read only by one that is gone now.
    if (next.every((text, at) => text === current[at])) return next;
    current = next;
  }
}

export function unreadVariables(): Plugin {
  return {
    name: 'vitrine-unread-variables',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
        const sheets = files.flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? [{ file, text: textOf(file.source) }] : [],
        );
        const kept = withoutUnread(
          sheets.map(({ text }) => text),
          scripts,
        );
        for (const [at, { file, text }] of sheets.entries()) file.source = kept[at] ?? text;
      },
    },
  };
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
