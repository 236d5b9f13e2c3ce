// The rules of codes and passwords (§5), pure.
import { PASSWORD_LEAST, PASSWORD_MOST, passwordCharacters, passwordMix } from '@vitrine/contract';

/** Length of a sent code and of an authenticator code. */
export const codeLength = 6;

/** Keeps digits of a typed or pasted code. */
export function filterCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeLength);
}

/** The rules of a new password and whether each is met, for live hints. */
export interface PasswordState {
  /** 6 to 20 characters. */
  readonly length: boolean;
  /** Only letters, digits and the listed symbols. */
  readonly characters: boolean;
  /** At least two kinds of characters. */
  readonly mix: boolean;
}

export function passwordState(password: string): PasswordState {
  const length = password.length >= PASSWORD_LEAST && password.length <= PASSWORD_MOST;
  return {
    length,
    // Checks only the first characters of a long password, so that the hint does not change while typing.
    characters:
      password !== '' && passwordCharacters(password.padEnd(PASSWORD_LEAST, 'a').slice(0, PASSWORD_MOST)) === undefined,
    mix:
      password !== '' &&
      passwordMix(password.length < PASSWORD_LEAST ? password.repeat(PASSWORD_LEAST) : password) === undefined,
  };
}
