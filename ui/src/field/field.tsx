// The frame of every field: label, hint or error, and the attributes that connect them for screen readers.
// The label is above the field, or inside at the left in an order ticket. The hint or error is below.
import { useId, type ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { classes } from '../theme/index.ts';
import style from './field.module.css';

/**
 * Heights: form 40 px, ticket 36 (label inside), login 44, search 36. `area` grows with its lines; `pin` draws its
 * boxes.
 */
export type FieldVariant = 'form' | 'ticket' | 'login' | 'search' | 'area' | 'pin';

export interface FieldFrame {
  readonly label: ReactNode;
  /** Right of the label: the available amount, or "Forgotten?". */
  readonly aside?: ReactNode;
  /** Below left: the limit or a hint. */
  readonly hint?: ReactNode;
  /** Below right: buttons for fractions of the balance. */
  readonly quick?: ReactNode;
  /** What is wrong and by how much. Replaces the hint. */
  readonly error?: ReactNode;
  readonly variant?: FieldVariant | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
}

interface FieldProps extends FieldFrame {
  readonly rightAligned?: boolean;
  /** Renders the control; must spread the given attributes onto it. */
  readonly children: (bound: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
    readonly disabled: boolean;
  }) => ReactNode;
}

export function Field({
  label,
  aside,
  hint,
  quick,
  error,
  variant = 'form',
  disabled = false,
  className,
  rightAligned = false,
  children,
}: FieldProps) {
  const id = useId();
  const bad = error !== undefined && error !== null && error !== false && error !== '';
  const below = bad || hint !== undefined || quick !== undefined;
  const bound = {
    id,
    'aria-describedby': below ? `${id}-below` : undefined,
    'aria-invalid': bad || undefined,
    disabled,
  } as const;
  const inside = variant === 'ticket';
  return (
    <div className={classes(style['field'], className)}>
      {inside ? null : (
        <div className={style['label']}>
          <label htmlFor={id} id={`${id}-label`}>
            {label}
          </label>
          {aside === undefined ? null : <span className={style['aside']}>{aside}</span>}
        </div>
      )}
      <div
        className={classes(
          style['box'],
          variant !== 'form' && style[variant],
          rightAligned && style['right'],
          bad && style['bad'],
          disabled && style['off'],
        )}
      >
        {inside ? (
          <label htmlFor={id} className={style['ticketLabel']}>
            {label}
          </label>
        ) : null}
        {children(bound)}
      </div>
      {below ? (
        <div className={style['below']} id={`${id}-below`} aria-live="polite">
          {bad ? (
            <span className={style['error']} data-testid="field-error">
              <IconAlertTriangle stroke={1.75} aria-hidden="true" />
              <span>{error}</span>
            </span>
          ) : (
            <span>{hint}</span>
          )}
          {quick === undefined ? null : <span>{quick}</span>}
        </div>
      ) : null}
    </div>
  );
}
