// Public interface of the settings: read once at the start, passed on as plain data.

export {
  type AnchorPlace,
  type CustodySettings,
  readSettings,
  type Settings,
  SettingsError,
  withoutPassword,
} from './read.ts';
export {
  type MailFrom,
  type MailServer,
  type MailSettings,
  type PriceSource,
  type SmsSettings,
  variables,
} from './schema.ts';
export { SESSION_LIFE, TOKEN_LIVES, type TokenLives } from './token-lives.ts';
