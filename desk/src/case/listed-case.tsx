// For queues whose list has complete cases: the open case, or why there is none; and the tag of a proposed case.
import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import type { Page } from '@vitrine/contract';
import { SkeletonRows, Tag } from '@vitrine/ui';
import { NoCase } from './queue-frame.tsx';

export interface ListedCaseProps {
  /** The page of the list; undefined until it is loaded. */
  readonly list: Page<unknown> | undefined;
  /** The case in the address; undefined: none is open. */
  readonly chosen: string | undefined;
  /** Shown while there are cases and none is open. */
  readonly choose: ReactNode;
  /** Shown when the case in the address is not in the list. */
  readonly gone: ReactNode;
  /** The open case; undefined when the list does not have it. */
  readonly children: ReactNode;
}

export function ListedCase({ list, chosen, choose, gone, children }: ListedCaseProps) {
  if (children !== undefined) return children;
  if (chosen === undefined) return <NoCase>{list === undefined || list.records.length === 0 ? null : choose}</NoCase>;
  return list === undefined ? <SkeletonRows rows={6} /> : <NoCase>{gone}</NoCase>;
}

/** The tag of a case that waits for a second approval. */
export function ProposedTag() {
  return (
    <Tag tone="accent" state="proposed">
      <Trans comment="Flag: waits for the second person">Second approver</Trans>
    </Tag>
  );
}
