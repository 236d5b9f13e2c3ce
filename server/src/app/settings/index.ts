// Public interface of the settings: read once at the start, passed on as plain data.

export {
  type AnchorPlace,
  type CustodySettings,
  readSettings,
  type Settings,
  SettingsError,
  withoutPassword,
} from './read.ts';
export { type PriceSource, variables } from './schema.ts';
export type { MailFrom, MailServer, MailSettings, SmsSettings } from './services.ts';
export { SESSION_LIFE, TOKEN_LIVES, type TokenLives } from './token-lives.ts';
