// The display name of an account.
import type { UserInfo } from '@vitrine/contract';

/** Its masked e-mail or phone, else its number. */
export function accountName(user: UserInfo): string {
  return user.email ?? user.phone ?? user.id;
}
