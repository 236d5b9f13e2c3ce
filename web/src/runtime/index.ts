// The server's words to the page.
export {
  defaultConfig,
  loadConfig,
  readConfig,
  runtimeConfig,
  type RuntimeConfig,
  type WithdrawalKey,
} from './config.ts';
