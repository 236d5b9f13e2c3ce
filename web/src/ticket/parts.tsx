// Parts of every ticket: the login link, and the line for an order whose outcome is queried.

import { Trans } from '@lingui/react/macro';
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SubmitState } from './submit.ts';
import style from './ticket.module.css';

/** A login link with this page to return to. */
export function LoginLink({ className = style['login'] }: { readonly className?: string | undefined }) {
  return (
    <Link to="/user/login" search={{ back: `${location.pathname}${location.search}` }} className={className}>
      <Trans>Log in</Trans>
    </Link>
  );
}

/** Why orders are not possible while disconnected. */
export function CutWords() {
  return <Trans>The connection is lost. You cannot place orders until it is back.</Trans>;
}

/** Shown for a sent order without an answer, until its outcome is known. */
export function UnknownLine() {
  return (
    <p className={style['unknown']} role="status" data-testid="unknown">
      <IconClock className="v-i-14" stroke={1.75} aria-hidden="true" />
      <Trans>We are checking with the exchange. It is not sent twice.</Trans>
    </p>
  );
}

/** The text of a refused write. It says that nothing changed only if that is certain. */
export function RefusedWords({ state }: { readonly state: Extract<SubmitState, { step: 'refused' }> }) {
  return (
    <span data-testid="refused" data-state={state.outcome}>
      {state.words} {state.outcome === 'none' ? <Trans>Nothing changed.</Trans> : null}
    </span>
  );
}
