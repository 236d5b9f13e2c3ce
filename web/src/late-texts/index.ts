// Catalogues of parts of the page that are loaded on demand.
export { lateTexts, type LateTexts } from './late-texts.ts';
