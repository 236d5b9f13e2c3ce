// Languages of the page.
export { activateLocale, currentLocale } from './catalogue.ts';
export { refusalText } from './refusal.ts';
