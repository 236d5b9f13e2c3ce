// The case of a customer in a queue: its columns in the list and its heading, for requests that name one customer.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import type { CustomerLine } from '@vitrine/contract';
import { Time } from '@vitrine/ui';
import { ProposedTag } from '../case/index.ts';
import { Waiting } from '../words/index.ts';
import { FrozenTag } from './line.tsx';

export interface CustomerCase {
  readonly time: number;
  readonly state: string;
  readonly proposal: string | null;
  readonly customer: CustomerLine;
}

type ThreeColumns = readonly [ReactNode, ReactNode, ReactNode];

/** The column heads of a queue of customers. `open`: of cases that wait. */
export function customerHeads(open: boolean): ThreeColumns {
  return [
    open ? (
      <Trans key="age" comment="Column head: how long a case waits">
        Waits
      </Trans>
    ) : (
      <Trans key="age">Requested</Trans>
    ),
    <Trans key="customer">Customer</Trans>,
    <Trans key="flags">Flags</Trans>,
  ];
}

/** The cells under these heads. */
export function customerCells(one: CustomerCase): ThreeColumns {
  return [
    <Waiting key="age" since={one.time} />,
    <span key="customer">
      <Trans comment="Number of a customer">No. {{ id: one.customer.id }}</Trans>
      <span className="v-ink-3"> {one.customer.email ?? one.customer.phone ?? one.customer.loginName}</span>
    </span>,
    <span key="flags">
      {one.proposal !== null && one.state === 'open' ? <ProposedTag /> : null}
      <FrozenTag frozen={one.customer.frozen} />
    </span>,
  ];
}

/** Under the title of a case: its customer, and when it was opened. */
export function CaseOrigin({ one }: { readonly one: CustomerCase }): ReactNode {
  return (
    <>
      <Link to="/customers/$id" params={{ id: one.customer.id }} className="v-link">
        <Trans comment="Number of a customer">Customer No. {{ id: one.customer.id }}</Trans>
      </Link>
      <span>
        <Trans comment="When a case was opened">
          requested <Time at={one.time} as="full" />, <Waiting since={one.time} /> ago
        </Trans>
      </span>
    </>
  );
}
