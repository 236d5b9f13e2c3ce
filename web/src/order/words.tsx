// Names of order types, sides, states and close reasons, by the API's numbers and words (calls §9).

import { Trans } from '@lingui/react/macro';

/** Name of an order type by its number (calls §9); unknown ones are a dash. */
export function TypeWord({ type }: { readonly type: number }) {
  switch (type) {
    case 1:
      return <Trans comment="Order type">limit</Trans>;
    case 2:
      return <Trans comment="Order type">market</Trans>;
    case 3:
      return <Trans comment="Order type">stop limit</Trans>;
    case 4:
      return <Trans comment="Order type">stop</Trans>;
    case 5:
      return <Trans comment="Order type">take profit limit</Trans>;
    case 6:
      return <Trans comment="Order type">take profit</Trans>;
    default:
      return '–';
  }
}

/** Whether an order or fill buys: for contracts, opening a long and closing a short buy. */
export function isBuy(
  { direction, contractType }: { readonly direction: number; readonly contractType?: string | null | undefined },
  contract: boolean = contractType !== null && contractType !== undefined,
): boolean {
  return direction === 1 || (contract && direction === 4);
}

/** The direction of an order or fill, by its number (calls §9). */
export function DirectionWord({ direction, contract }: { readonly direction: number; readonly contract: boolean }) {
  if (!contract) return direction === 1 ? <Trans>Buy</Trans> : <Trans>Sell</Trans>;
  switch (direction) {
    case 1:
      return <Trans comment="What a contract order does">Open long</Trans>;
    case 2:
      return <Trans comment="What a contract order does">Open short</Trans>;
    case 3:
      return <Trans comment="What a contract order does">Close long</Trans>;
    case 4:
      return <Trans comment="What a contract order does">Close short</Trans>;
    default:
      return '–';
  }
}

/** Side and type in a few words: Buy limit; Open long, limit. */
export function SideWords({
  order: { direction, type, contractType },
}: {
  readonly order: { readonly direction: number; readonly type: number; readonly contractType: string | null };
}) {
  const word = <TypeWord type={type} />;
  if (contractType !== null) {
    return (
      <>
        <DirectionWord direction={direction} contract />, {word}
      </>
    );
  }
  return direction === 1 ? (
    <Trans comment="Side and type of an order: Buy limit">Buy {word}</Trans>
  ) : (
    <Trans comment="Side and type of an order: Sell limit">Sell {word}</Trans>
  );
}

/** Name of an order's state by its number; unknown ones are a dash. */
export function StatusWord({ status }: { readonly status: number }) {
  switch (status) {
    case 0:
      return <Trans comment="State of an order">waiting</Trans>;
    case 1:
      return <Trans comment="State of an order">filled</Trans>;
    case 2:
      return <Trans comment="State of an order">cancelled</Trans>;
    case 3:
      return <Trans comment="State of an order">partly filled</Trans>;
    case 4:
      return <Trans comment="State of an order">waiting for its trigger</Trans>;
    case 5:
      return <Trans comment="State of an order">rejected</Trans>;
    default:
      return '–';
  }
}

/** Why an order closed, by the API's word. */
export function ReasonWord({ reason }: { readonly reason: string | null }) {
  switch (reason) {
    case 'user':
      return <Trans comment="Why an order was cancelled">by you</Trans>;
    case 'all':
      return <Trans comment="Why an order was cancelled">by Cancel all</Trans>;
    case 'gone':
      return <Trans>Cancel my orders if I disconnect</Trans>;
    case 'expired':
      return (
        <Trans comment="Why an order was cancelled: the book has no more orders within its price">
          no more liquidity
        </Trans>
      );
    case 'selfTrade':
      return <Trans comment="Why an order was cancelled">it would have met your own order</Trans>;
    case 'band':
      return <Trans comment="Why an order was cancelled">price protection</Trans>;
    case 'margin':
      return <Trans comment="Why an order was cancelled">not enough margin</Trans>;
    case 'liquidation':
      return <Trans comment="Why an order was cancelled">liquidation</Trans>;
    case 'ended':
      return <Trans comment="Why an order was cancelled">its position ended</Trans>;
    case 'frozen':
      return <Trans comment="Why an order was cancelled">account frozen</Trans>;
    case 'sweep':
      return <Trans comment="Why an order was cancelled">too many orders to fill at once</Trans>;
    case 'closed':
    case 'delisted':
      return <Trans comment="Why an order was cancelled">market closed</Trans>;
    default:
      return null;
  }
}
