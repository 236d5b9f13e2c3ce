// Leaves the calls' descriptions out of the page: they are for the reader at /docs, which the server makes.
import type { Plugin } from 'vite';

const CALLS = /\/contract\/src\/(call|desk)\/[a-z-]+\.ts$/;
/** A property `about` with one plain text, on its line or the next. */
const ABOUT = /^ +about:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?$/gm;

export function withoutAbout(): Plugin {
  return {
    name: 'without-about',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (CALLS.test(id) ? { code: code.replace(ABOUT, ''), map: null } : undefined),
  };
}
