// Placeholders for missing data: loading bars of the final size, an empty state, and an error with its scope.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../control/index.ts';
import { classes } from '../theme/index.ts';
import style from './state.module.css';

/** One loading bar. It appears after 150 ms and does not shimmer. */
export function SkeletonBar({
  width,
  height,
  className,
}: {
  readonly width?: string | number;
  readonly height?: number;
  readonly className?: string | undefined;
}) {
  return (
    <span className={classes(style['bar'], className)} style={{ width, height }} aria-hidden="true" data-loading="" />
  );
}

const widths = [
  ['38%', '22%'],
  ['30%', '26%'],
  ['44%', '18%'],
  ['34%', '24%'],
] as const;

/** Several rows of loading bars. */
export function SkeletonRows({ rows = 4 }: { readonly rows?: number }) {
  const { t } = useLingui();
  return (
    <output className={style['rows']} aria-label={t({ message: 'Loading', comment: 'While data is loading' })}>
      {Array.from({ length: rows }, (_, index) => {
        const [left, right] = widths[index % widths.length] ?? widths[0];
        return (
          <div className={style['row']} key={index}>
            <SkeletonBar width={left} />
            <SkeletonBar width={right} />
          </div>
        );
      })}
    </output>
  );
}

/**
 * An empty state: one bold line for what is missing, one line for how it appears. A button only for the natural next
 * step.
 */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={style['empty']} data-testid="empty">
      <b>{title}</b>
      {children === undefined ? null : <div className="v-12 v-ink-2">{children}</div>}
      {action === undefined ? null : <div style={{ marginTop: 12 }}>{action}</div>}
    </div>
  );
}

/** An error state: what failed, what still works, and Try again. */
export function ErrorBlock({
  title,
  children,
  onRetry,
  testId = 'error',
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly testId?: string;
}) {
  return (
    <div className={style['error']} role="alert" data-testid={testId}>
      <div>
        <b>{title}</b>
        <div className="v-12 v-ink-2">{children ?? <Trans>Your balance is not affected.</Trans>}</div>
      </div>
      {onRetry === undefined ? null : (
        <Button size="small" onClick={onRetry} data-testid="retry">
          <Trans comment="Button after a failure">Try again</Trans>
        </Button>
      )}
    </div>
  );
}
