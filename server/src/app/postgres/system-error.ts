// Distinguishes system errors.

/** Whether an error carries the given code (`ENOENT`, a SQLSTATE, …). */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
