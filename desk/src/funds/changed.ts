// Whether an open deposit or withdrawal is no longer as it was when it was opened: its look is not repeated by itself. Pure.

/** Whether a list's newer row shows that something happened since the case was opened. */
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
