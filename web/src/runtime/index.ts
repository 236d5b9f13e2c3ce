// The server's words to the page.
export { defaultConfig, loadConfig, readConfig, runtimeConfig, type RuntimeConfig } from './config.ts';
