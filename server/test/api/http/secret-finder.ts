// Finds secrets in texts: what was collected once must not appear in any log line or refusal afterwards.

/** Shorter ones are found between other characters only, so that a time of day is no verification code. */
const SHORT = 8;

export class SecretFinder {
  /** What each secret is, and the forms it is looked for in, lower case. */
  readonly #secrets = new Map<string, { readonly what: string; readonly forms: readonly string[] }>();

  /** `what` names it in a finding; a value is looked for as it is, encoded for an address, and as base64. */
  add(what: string, value: string): void {
    if (value === '') throw new Error(`expected a value of ${what}`);
    const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
    const forms = [value, encodeURIComponent(value), base64].map((form) => form.toLowerCase());
    this.#secrets.set(value, { what, forms: [...new Set(forms)] });
  }

  get size(): number {
    return this.#secrets.size;
  }

  /** Names of the secrets in a text, whatever its capitals. */
  find(text: string): string[] {
    const lower = text.toLowerCase();
    const found = new Set<string>();
    for (const [value, { what, forms }] of this.#secrets)
      for (const form of forms)
        if (value.length < SHORT ? standsAlone(lower, form) : lower.includes(form)) found.add(what);
    return [...found];
  }
}

function standsAlone(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + form.length] ?? ' '}`;
    if (!/[0-9a-z]/.test(around)) return true;
  }
  return false;
}
