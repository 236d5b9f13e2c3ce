// The keys' face.

export { KEY_AGE, KEY_AHEAD, KEY_MINUTES, Keys, MAX_KEYS, MAX_USER_KEYS } from './keys.ts';
