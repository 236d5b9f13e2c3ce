// Renders an article's Markdown to HTML. Raw HTML in the source stays text, and the result passes a strict allow-list:
// no script, no style, no foreign picture. One renderer for readers and for the preview at the desk.

import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

/** Longest Markdown of an article, characters. */
export const MAX_SOURCE = 60_000;
/** Longest HTML of an article, characters. */
export const MAX_HTML = 600_000;
/** Deepest nesting of blocks and emphasis; deeper ones stay text. */
const MAX_NESTING = 20;

/** Pages and uploads of the exchange itself: no other host, no protocol-relative address, no control characters. */
const OWN_PATH = /^\/(?!\/)[\w\-./?=&#%:]*$/;
/** Pictures: uploads only. */
const PICTURE = /^\/api\/file\/[0-9A-Za-z-]{1,64}$/;
/**
 * Other hosts: https and ASCII only, so that no letter of another script can imitate a name; without user names,
 * ports, and encoded (`xn--`) names.
 */
const FOREIGN = /^https:\/\/(?!(?:[^/?#]*\.)?xn--)[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#][\w\-./?=&#%:+,~]*)?$/i;

/** Whether an article may link to it. */
export function linkAllowed(href: string): boolean {
  return OWN_PATH.test(href) || FOREIGN.test(href) || /^#[\w-]{1,80}$/.test(href);
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: MAX_NESTING });
markdown.validateLink = (url) => linkAllowed(url) || PICTURE.test(url);

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br', 'strong', 'em', 's', 'code', 'pre', 'a'],
    ...['img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt'],
    ol: ['start'],
    ...{ h2: ['id'], h3: ['id'], th: ['class'], td: ['class'] },
  },
  allowedClasses: { th: ['left', 'center', 'right'], td: ['left', 'center', 'right'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 2 * MAX_NESTING,
  transformTags: {
    h1: 'h2',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: linkAllowed(href)
        ? { href, ...(href.startsWith('https') ? { rel: 'noopener noreferrer nofollow' } : {}) }
        : {},
    }),
    // The text alignment of a table's column comes as a style, which the allow-list does not have.
    th: aligned,
    td: aligned,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PICTURE.test(attribs['src'] ?? ''),
};

function aligned(tagName: string, { style = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const side = /^text-align:(left|center|right)$/.exec(style)?.[1];
  return { tagName, attribs: side === undefined ? {} : { class: side } };
}

export interface Rendered {
  readonly html: string;
  /** The article's words without markup. */
  readonly text: string;
}

/**
 * Renders Markdown. Second and third level headings get ids `part-1`, `part-2` … in order.
 * @throws RangeError if the source or the result is too long
 */
export function render(source: string): Rendered {
  if (source.length > MAX_SOURCE) throw new RangeError(`expected at most ${MAX_SOURCE} characters of Markdown`);
  const tokens = markdown.parse(source, {});
  let parts = 0;
  for (const token of tokens)
    if (token.type === 'heading_open' && (token.tag === 'h1' || token.tag === 'h2')) {
      parts += 1;
      token.attrSet('id', `part-${parts}`);
    }
  const html = sanitizeHtml(markdown.renderer.render(tokens, markdown.options, {}), options);
  if (html.length > MAX_HTML) throw new RangeError(`expected at most ${MAX_HTML} characters of HTML`);
  const text = tokens
    .flatMap((token) => (token.type === 'inline' ? (token.children ?? []) : [token]))
    .map((token) => (['text', 'code_inline', 'code_block', 'fence'].includes(token.type) ? token.content : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return { html, text };
}
