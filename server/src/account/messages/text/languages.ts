// The texts of our messages in all languages, each under its code.

export { de } from './de.ts';
export { en } from './en.ts';
export { es } from './es.ts';
export { fr } from './fr.ts';
export { hi } from './hi.ts';
export { id } from './id.ts';
export { it } from './it.ts';
export { ja } from './ja.ts';
export { ko } from './ko.ts';
export { pt } from './pt.ts';
export { ru } from './ru.ts';
export { th } from './th.ts';
export { tlPH as 'tl-PH' } from './tl-PH.ts';
export { tw } from './tw.ts';
export { vi } from './vi.ts';
export { zh } from './zh.ts';
