// A withdrawal that waits for the hourly limit: its position, the reason, and what the user can do.
import { Plural, Trans } from '@lingui/react/macro';
import type { TurnAside, Withdrawal } from '@vitrine/contract';
import { Time } from '@vitrine/ui';
import type { WithdrawTurn } from './withdraw-form.ts';

/** Before the request: whether it would be sent right after approval. */
export function TurnEstimate({ turn }: { readonly turn: WithdrawTurn }) {
  if (!turn.waits) return <Trans comment="A withdrawal: nothing it has to wait for">Sent once it is approved</Trans>;
  if (turn.behind === 0)
    return <Trans comment="A withdrawal: more than the hourly limit has left">Waits until the limit allows it</Trans>;
  return (
    <Plural
      comment="A withdrawal: how many others of the coin wait before it"
      value={{ ahead: turn.behind }}
      one="Waits behind # withdrawal"
      other="Waits behind # withdrawals"
    />
  );
}

export interface TurnWordsProps {
  readonly turn: Withdrawal['turn'];
  readonly coin: string;
  readonly cancellable: boolean;
}

/** For an approved withdrawal: its position, or why others go first. */
export function TurnWords({ turn, coin, cancellable }: TurnWordsProps) {
  if (turn === null) return <Trans>Review passed; it is next to be sent.</Trans>;
  const { place, of } = turn;
  return (
    <>
      {turn.until === null ? (
        <Trans comment="place: a number from 1 on; of: how many withdrawals of the coin wait; coin: e.g. USDT">
          Place {place} of {of} in the queue of {coin} withdrawals. Only part of all {coin} can leave within an hour, so
          customers take turns.
        </Trans>
      ) : (
        <>
          <AsideWords why={turn.why} />{' '}
          <Trans comment="A moment">
            It is checked again <Time at={turn.until} as="moment" />.
          </Trans>
        </>
      )}{' '}
      {cancellable ? <Trans>You can cancel until it is signed.</Trans> : null}
    </>
  );
}

function AsideWords({ why }: { readonly why: TurnAside | null }) {
  switch (why) {
    case 'locked':
      return <Trans>It waits because your withdrawals are locked.</Trans>;
    case 'closed':
      return <Trans>It waits because withdrawals on this network are paused.</Trans>;
    case 'tooLarge':
      return <Trans>It waits because it is larger than the hourly limit now allows. Cancel it and split it.</Trans>;
    default:
      return <Trans>It waits because you have used your share of the hourly limit for now.</Trans>;
  }
}
