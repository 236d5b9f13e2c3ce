// How accounts are shown (spec §3): e-mail first 2 + *** + last 2, phone first 3 + *** + last 4, else '--'.

/** A masked e-mail, or '--' when there is none. */
export function maskEmail(email: string | null): string {
  return email ? `${email.slice(0, 2)}***${email.slice(-2)}` : '--';
}

/** A masked phone number, or '--' when there is none. */
export function maskPhone(phone: string | null): string {
  return phone ? `${phone.slice(0, 3)}***${phone.slice(-4)}` : '--';
}
