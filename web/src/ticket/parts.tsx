// Parts of every ticket: the way to the login, and the line of an order whose fate is asked for.

import { Trans } from '@lingui/react/macro';
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SubmitState } from './submit.ts';
import style from './ticket.module.css';

/** Login, with this page as the way back. */
export function LoginLink({ className = style['login'] }: { readonly className?: string | undefined }) {
  return (
    <Link to="/user/login" search={{ back: `${location.pathname}${location.search}` }} className={className}>
      <Trans>Log in</Trans>
    </Link>
  );
}

/** Why nothing can be ordered while the line is cut. */
export function CutWords() {
  return <Trans>The connection is lost. You cannot place orders until it is back.</Trans>;
}

/** A sent order without an answer: it stays until its fate is known. */
export function UnknownLine() {
  return (
    <p className={style['unknown']} role="status" data-testid="unknown">
      <IconClock className="v-i-14" stroke={1.75} aria-hidden="true" />
      <Trans>We are checking with the exchange. It is not sent twice.</Trans>
    </p>
  );
}

/** What the page says of a write that was refused: that nothing changed only where that is known. */
export function RefusedWords({ state }: { readonly state: Extract<SubmitState, { step: 'refused' }> }) {
  return (
    <span data-testid="refused" data-state={state.outcome}>
      {state.words} {state.outcome === 'none' ? <Trans>Nothing changed.</Trans> : null}
    </span>
  );
}
