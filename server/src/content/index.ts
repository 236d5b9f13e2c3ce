// Public interface of articles: what readers see, and the first articles of a new exchange.

export { type Content, type ContentParts, createContent } from './content.ts';
export { firstTexts } from './first.ts';
export { MAX_SOURCE, render } from './render.ts';
export type { ContentTables } from './tables.ts';
