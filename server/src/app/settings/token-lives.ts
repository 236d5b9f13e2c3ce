// Lifetimes of sessions, their tokens and cookies, ms.

export interface TokenLives {
  readonly access: number;
  readonly refresh: number;
}

/** Defaults (604,800 s is the specification's). */
export const TOKEN_LIVES: TokenLives = { access: 2 * 3_600_000, refresh: 604_800_000 };
/** Maximum life of a session, however often it is refreshed; then the user must sign in again. */
export const SESSION_LIFE = 30 * 86_400_000;
