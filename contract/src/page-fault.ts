// Error report of a page to the operator: where it happened and what broke, without customer data.

import * as z from 'zod/mini';

/** Where pages post their errors, on the port that served them. */
export const PAGE_FAULT_PATH = '/platform/fault';

/** Most characters of a message and of each other text. */
const MAX_TEXT = 200;
/** Most frames of a stack. */
export const MAX_FRAMES = 12;

const text = z.string().check(z.maxLength(MAX_TEXT));

/** The posted report. */
export const pageFault = z.object({
  page: z.enum(['web', 'desk']),
  /** The build of the page, as named by `npm run build`. */
  release: text,
  /** Path of the page without query; segments other than known words are replaced. */
  path: text,
  name: text,
  message: text,
  /** `function@/static/file.js:line:column`, the innermost first. */
  frames: z.array(text).check(z.maxLength(MAX_FRAMES)),
});
export type PageFault = z.infer<typeof pageFault>;

/** A quoted text is kept if it is a code identifier. */
const CODE_NAME = /^[A-Za-z_$][\w$.]{0,39}$/;
/** Path segments that are our own words, or a market. */
const PATH_WORD = /^(?:[a-z-]{1,24}|[A-Z]{2,6}_[A-Z]{2,6}|[a-z]+[A-Z][a-z]+)$/;
/** V8 and Firefox, with or without a function's name. */
const FRAME =
  /^\s*(?:at )?(?:(?:async )?(?<name>[\w$.<>]*)(?: \[as [\w$]+\])?[ @])?\(?(?:[a-z]+:\/\/[^/\s]+)?(?<file>\/[\w./-]+):(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * The message of an error without possible customer data: addresses, numbers, tokens, quoted values, what was "got".
 * Code words and plain English remain.
 */
export function scrubMessage(message: string): string {
  return message
    .slice(0, 2_000)
    .replace(/\bgot\b.*/s, 'got …')
    .replace(/(["'`])(.*?)\1/gs, (whole, quote: string, inner: string) =>
      CODE_NAME.test(inner) && !/\d{3}/.test(inner) ? whole : `${quote}…${quote}`,
    )
    .replace(/[a-z][a-z+.-]*:\/\/\S+/gi, '[address]')
    .replace(/\S+@\S+/g, '[e-mail]')
    .replace(/[^\x20-\x7E…]+/g, '…')
    .replace(/\+?\d[\d\s,.:-]*\d|\d/g, '[number]')
    .replace(/\b(?=\w*\[number\])[\w[\]-]{12,}/g, '[token]')
    .replace(/\b[\w-]{32,}\b/g, '[token]')
    .slice(0, MAX_TEXT);
}

/** A page path without its query; segments that are not our own words, and what follows `invite`, become `:x`. */
export function scrubPath(path: string): string {
  let before = '';
  const parts = (path.split(/[?#]/, 1)[0] ?? '').split('/').map((part) => {
    const kept = part === '' || (before !== 'invite' && PATH_WORD.test(part));
    before = part;
    return kept ? part : ':x';
  });
  return parts.join('/').slice(0, MAX_TEXT);
}

/** The stack frames in our own files, without hosts and queries. */
export function framesOf(stack: string): string[] {
  const frames: string[] = [];
  for (const line of stack.slice(0, 8_000).split('\n')) {
    const found = FRAME.exec(line)?.groups;
    if (!found?.['file']?.startsWith('/static/')) continue;
    frames.push(`${found['name'] ?? ''}@${found['file']}:${found['line']}:${found['column']}`.slice(0, MAX_TEXT));
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

/** The report for any thrown value. */
export function pageFaultOf(thrown: unknown, where: Pick<PageFault, 'page' | 'release' | 'path'>): PageFault {
  const error = thrown instanceof Error ? thrown : undefined;
  return scrubFault({
    ...where,
    name: error?.name ?? typeof thrown,
    message: error?.message ?? '',
    frames: framesOf(error?.stack ?? ''),
  });
}

/** A report without possible customer data: the page scrubs before it sends, the server again before it stores. */
export function scrubFault({ page, release, path, name, message, frames }: PageFault): PageFault {
  return {
    page,
    release: /^[\w.+-]*$/.test(release) ? release : '',
    path: scrubPath(path),
    name: CODE_NAME.test(name) ? name : 'Error',
    message: scrubMessage(message),
    frames: framesOf(frames.join('\n')),
  };
}
