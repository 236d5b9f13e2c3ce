// The first and last day of a list, as two fields of a filter.
import { Trans } from '@lingui/react/macro';
import { type Days, TextField } from '@vitrine/ui';

export interface DayFieldsProps {
  readonly days: Days;
  /** The day that changed; undefined: no bound. */
  readonly onChange: (change: { readonly [Key in keyof Days]?: Days[Key] | undefined }) => void;
}

export function DayFields({ days, onChange }: DayFieldsProps) {
  return (
    <>
      <TextField
        label={
          <Trans context="day" comment="First day of a list">
            From
          </Trans>
        }
        type="date"
        value={days.from ?? ''}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <TextField
        label={
          <Trans context="day" comment="Last day of a list">
            To
          </Trans>
        }
        type="date"
        value={days.to ?? ''}
        onChange={(to) => onChange({ to: to || undefined })}
      />
    </>
  );
}
