// The texts of the guide (hints, checklist, tour): a catalogue of its own per language, because most visits need none.
export { loadGuideTexts, useGuideTexts } from './load.ts';
