// A fault of a page as it is reported to the operator: where it happened and what broke, nothing of a customer.

import * as z from 'zod/mini';

/** Where pages post their faults, on the port that served them. */
export const PAGE_FAULT_PATH = '/platform/fault';

/** Most characters of a message, and of each other text. */
const MAX_TEXT = 200;
/** Most frames of a stack. */
export const MAX_FRAMES = 12;

const text = z.string().check(z.maxLength(MAX_TEXT));

/** What a page posts. */
export const pageFault = z.object({
  page: z.enum(['web', 'desk']),
  /** The build of the page, as `npm run build` names it. */
  release: text,
  /** Path of the page, without query and with other parts than words replaced. */
  path: text,
  name: text,
  message: text,
  /** `function@/static/file.js:line:column`, the innermost first. */
  frames: z.array(text).check(z.maxLength(MAX_FRAMES)),
});
export type PageFault = z.infer<typeof pageFault>;

/** A quoted text is kept where it is a name of code. */
const CODE_NAME = /^[A-Za-z_$][\w$.]{0,39}$/;
/** Parts of a path that are words of ours, or a market. */
const PATH_WORD = /^(?:[a-z-]{1,24}|[A-Z]{2,6}_[A-Z]{2,6}|[a-z]+[A-Z][a-z]+)$/;
/** V8 and Firefox, with or without a function's name. */
const FRAME =
  /^\s*(?:at )?(?:(?:async )?(?<name>[\w$.<>]*)(?: \[as [\w$]+\])?[ @])?\(?(?:[a-z]+:\/\/[^/\s]+)?(?<file>\/[\w./-]+):(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * The words of an error without what may be a customer's: addresses, numbers, tokens, quoted values, what was "got".
 * Words of code and plain English stay.
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

/** A path of the page without its query; parts that are no words of ours, and what follows `invite`, become `:x`. */
export function scrubPath(path: string): string {
  let before = '';
  const parts = (path.split(/[?#]/, 1)[0] ?? '').split('/').map((part) => {
    const kept = part === '' || (before !== 'invite' && PATH_WORD.test(part));
    before = part;
    return kept ? part : ':x';
  });
  return parts.join('/').slice(0, MAX_TEXT);
}

/** The frames of a stack that lie in files of ours, without hosts and queries. */
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

/** The report of anything that was thrown. */
export function pageFaultOf(thrown: unknown, where: Pick<PageFault, 'page' | 'release' | 'path'>): PageFault {
  const error = thrown instanceof Error ? thrown : undefined;
  return scrubFault({
    ...where,
    name: error?.name ?? typeof thrown,
    message: error?.message ?? '',
    frames: framesOf(error?.stack ?? ''),
  });
}

/** A report without what may be a customer's: the page scrubs before it sends, the server again before it keeps. */
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
