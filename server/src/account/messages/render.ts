// Renders a letter as plain text and as HTML. All content is escaped here, once, at the end.

import type { Block, Letter } from './template.ts';
import { languageTag } from './text/index.ts';

/** The letter as plain text. */
export function plainOf(letter: Letter): string {
  const blocks = letter.blocks.map((block) => {
    switch (block.kind) {
      case 'text':
        return block.text;
      case 'code':
        return `    ${block.code}`;
      case 'facts':
        return block.rows.map(([label, value]) => `- ${label}: ${value}`).join('\n');
      case 'link':
        return `${block.label}:\n${block.url}`;
    }
  });
  return `${[letter.word, letter.title, ...blocks, '--', letter.foot.join('\n')].filter((part) => part !== undefined).join('\n\n')}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text escaped for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** Colours of look §2 for light mode; the style sheet below changes them for mail programs in dark mode. */
const DAY = {
  canvas: '#f3f4f7',
  sheet: '#ffffff',
  line: '#e2e5ec',
  ink: '#10131f',
  ink2: '#3d4459',
  ink3: '#5c647a',
  accent: '#2f3ccf',
  tint: '#eef0fe',
} as const;
const NIGHT_SHEET = [
  ':root{color-scheme:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.canvas{background:#090b11!important}',
  '.sheet{background:#10131b!important;border-color:#222736!important}',
  '.ink{color:#eceff7!important}.ink2{color:#b6bdd0!important}.ink3{color:#8d96ad!important}',
  '.tint{background:#1a1f42!important;color:#eceff7!important}',
  '.accent{background:#4f5df0!important}',
  '}',
].join('');
const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const PARAGRAPH = `margin:0 0 16px;font-size:16px;line-height:25px;color:${DAY.ink2}`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p class="ink2" style="${PARAGRAPH}">${escapeHtml(block.text)}</p>`;
    case 'code':
      return `<p class="ink tint" style="margin:0 0 16px;padding:12px 16px;border-radius:6px;background:${DAY.tint};font-size:28px;line-height:36px;font-weight:600;letter-spacing:4px;font-variant-numeric:tabular-nums;color:${DAY.ink}">${escapeHtml(block.code)}</p>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${block.rows
        .map(
          ([label, value]) =>
            `<tr><td class="ink3" style="padding:4px 16px 4px 0;font-size:14px;line-height:20px;vertical-align:top;color:${DAY.ink3}">${escapeHtml(label)}</td><td class="ink" style="padding:4px 0;font-size:14px;line-height:20px;color:${DAY.ink}">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'link':
      return `<p style="margin:0 0 16px"><a class="accent" href="${escapeHtml(block.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:${DAY.accent};font-size:14px;line-height:20px;color:#ffffff;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
  }
}

/** The letter as an HTML page: no images, no external content. */
export function htmlOf(letter: Letter): string {
  const { word, title } = letter;
  return [
    `<!doctype html><html lang="${languageTag[letter.lang]}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${NIGHT_SHEET}</style></head>`,
    `<body class="canvas" style="margin:0;padding:24px 12px;background:${DAY.canvas};${FONT}">`,
    `<div class="sheet" style="max-width:560px;margin:0 auto;padding:24px 20px 8px;border:1px solid ${DAY.line};border-radius:10px;background:${DAY.sheet}">`,
    word === undefined
      ? ''
      : `<p class="ink tint" style="margin:0 0 20px;padding:8px 12px;border-radius:6px;background:${DAY.tint};font-size:14px;line-height:20px;color:${DAY.ink}">${escapeHtml(word)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:${DAY.ink}">${escapeHtml(title)}</h1>`,
    ...letter.blocks.map(blockHtml),
    '</div>',
    '<div style="max-width:560px;margin:16px auto 0;padding:0 20px">',
    ...letter.foot.map(
      (line) =>
        `<p class="ink3" style="margin:0 0 4px;font-size:12px;line-height:16px;color:${DAY.ink3}">${escapeHtml(line)}</p>`,
    ),
    '</div></body></html>',
  ].join('\n');
}
