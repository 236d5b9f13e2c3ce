// Texts of borrowing.

import { Trans } from '@lingui/react/macro';
import type { BorrowRecord } from '@vitrine/contract';
import { NumMoney } from '@vitrine/ui';
import type { LoanProblem } from './form.ts';

/** What is missing. */
export function LoanProblemWords({ problem, coin }: { readonly problem: LoanProblem; readonly coin: string }) {
  switch (problem.kind) {
    case 'loading':
      return <Trans>Loading what you owe.</Trans>;
    case 'amount':
      return <Trans context="money">Enter an amount.</Trans>;
    case 'unreadable':
      return <Trans>The amount has more decimals than {coin} allows.</Trans>;
    case 'nothingOwed':
      return <Trans>You owe no {coin} here.</Trans>;
    case 'nothingLent':
      return (
        <Trans>You cannot borrow {coin} right now: transfer collateral in first, or no coins are left to lend.</Trans>
      );
    case 'beyond':
      return (
        <Trans>
          <NumMoney value={problem.by} asset={coin} showAsset /> too much.
        </Trans>
      );
    case 'lack':
      return (
        <Trans>
          <NumMoney value={problem.by} asset={coin} showAsset /> more than the balance of this account.
        </Trans>
      );
  }
}

export function BorrowStatusWord({ status }: { readonly status: BorrowRecord['status'] }) {
  switch (status) {
    case 'done':
      return <Trans comment="State of a record of borrowing">done</Trans>;
    case 'repaid':
      return <Trans comment="State of a loan on margin">repaid</Trans>;
    case 'liquidated':
      return <Trans comment="State of a loan on margin">repaid by liquidation</Trans>;
  }
}

/** The state of a wallet's liquidation, from its balance changes. */
export function LiquidationStepWord({ step }: { readonly step: NonNullable<BorrowRecord['step']> }) {
  switch (step) {
    case 'call':
      return (
        <Trans context="fact" comment="Value of a fact about a balance change">
          margin call
        </Trans>
      );
    case 'began':
      return (
        <Trans context="fact" comment="Value of a fact about a balance change">
          began
        </Trans>
      );
    case 'sold':
      return (
        <Trans context="fact" comment="Value of a fact about a balance change">
          sold
        </Trans>
      );
    case 'repaid':
      return (
        <Trans context="fact" comment="Value of a fact about a balance change">
          repaid
        </Trans>
      );
    case 'over':
      return (
        <Trans context="fact" comment="Value of a fact about a balance change">
          over
        </Trans>
      );
    case 'waits':
      return (
        <Trans context="fact" comment="Value of a fact about a balance change">
          waits
        </Trans>
      );
  }
}
