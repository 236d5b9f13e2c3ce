// Whether an open deposit or withdrawal changed since it was opened. The logged view is not repeated automatically.
// Pure.

/** Whether a newer row of the list shows a change since the case was opened. */
export function changedSince(
  row: { readonly record: { readonly stage: string }; readonly proposal: { readonly id: string } | null } | undefined,
  open: {
    readonly record: { readonly stage: string };
    readonly proposal: { readonly id: string; readonly state: string } | null;
  },
): boolean {
  if (row === undefined) return false;
  const standing = open.proposal?.state === 'open' ? open.proposal.id : undefined;
  return row.record.stage !== open.record.stage || row.proposal?.id !== standing;
}
