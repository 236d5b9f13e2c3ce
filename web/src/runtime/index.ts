// The server's configuration for the page.
export {
  defaultConfig,
  loadConfig,
  readConfig,
  runtimeConfig,
  type RuntimeConfig,
  type WithdrawalKey,
} from './config.ts';
