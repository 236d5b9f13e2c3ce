// An error boundary around one pane: when it throws, the others keep working, and it offers to reload itself.
import { Component, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { Button, isStaleChunk, Note, pageIsServed, reloadWhen } from '@vitrine/ui';
import style from './page.module.css';

interface State {
  readonly error: unknown;
  readonly failed: boolean;
  readonly of?: string | undefined;
}

const whole: State = { error: undefined, failed: false };

function reloadNow(): boolean {
  location.reload();
  return true;
}

export interface PaneBoundaryProps {
  readonly children: ReactNode;
  /** The content of the pane (a market, a tab): a new value renders it again. */
  readonly of?: string;
}

/** Renders its children. The root's `onCaughtError` reports the error. */
export class PaneBoundary extends Component<PaneBoundaryProps, State> {
  override state: State = whole;

  static getDerivedStateFromError(error: unknown): Omit<State, 'of'> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ of }: PaneBoundaryProps, state: State): State | null {
    return state.of === of ? null : { ...whole, of };
  }

  private readonly reload = async (): Promise<void> => {
    // The browser caches a failed module load, so only a new page requests it again.
    if (isStaleChunk(this.state.error) && (await reloadWhen(pageIsServed, reloadNow))) return;
    this.setState(whole);
  };

  override render(): ReactNode {
    return this.state.failed ? <PaneFailed onReload={() => void this.reload()} /> : this.props.children;
  }
}

function PaneFailed({ onReload }: { readonly onReload: () => void }) {
  return (
    <div className={style['pane']} role="alert" data-testid="pane-failed">
      <Note tone="warn">
        <Trans comment="Where one part of a page (chart, order book, order form, table) failed">
          This part of the page failed. Your balance and your orders are not affected.
        </Trans>
      </Note>
      <Button size="small" data-testid="reload-pane" onClick={onReload}>
        <Trans comment="Button: draws only the failed part of the page again">Reload this pane</Trans>
      </Button>
    </div>
  );
}
