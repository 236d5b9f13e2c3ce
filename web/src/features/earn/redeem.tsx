// Redeeming before the end: what is received, kept and given up, as the exchange says now, and the redemption itself.

import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog, ErrorBlock, NumMoney, SkeletonRows, toast, WhyLine } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { RefusedWords, UnknownLine, useWrite } from '../../ticket/index.ts';
import { readAgain } from './data.ts';
import type { EarnKind } from './offer.ts';
import type { Purchase } from './orders.tsx';
import style from './earn.module.css';

export function RedeemDialog({
  kind,
  purchase,
  onClose,
}: {
  readonly kind: EarnKind;
  readonly purchase: Purchase;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const write = useWrite();
  const { id, coin } = purchase;
  const preview = useQuery(queryOf(`${kind}.redeemPreview`, { id }, 'eager'));
  const price = preview.data;
  const isBusy = write.state.step === 'sending' || write.state.step === 'unknown';
  const send = async (): Promise<void> => {
    if (price === undefined || isBusy) return;
    const input = { id, receive: price.receive };
    const done = await (kind === 'pledge' ? write.run('pledge.redeem', input) : write.run('finance.redeem', input));
    await readAgain(queries, done?.how === 'answered' ? done.data.seq : done?.seq);
    if (done === undefined) return;
    toast({
      id: 'earn',
      kind: 'done',
      state: 'done',
      title: <Trans comment="State of a stake or an investment: ended early by its owner">Redeemed</Trans>,
      text: <NumMoney value={price.receive} asset={coin} showAsset />,
    });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      testId="redeem-dialog"
      title={<Trans comment="Question of a dialog: ends a purchase before its end">Redeem before the end?</Trans>}
      safe={<Trans comment="Button: does not redeem">Keep it</Trans>}
      act={{
        label: <Trans comment="Column and button: ends a purchase before its end">Redeem</Trans>,
        onClick: () => void send(),
        busy: isBusy,
        disabled: price === undefined,
      }}
    >
      {price === undefined ? (
        preview.isError ? (
          <ErrorBlock
            title={<Trans comment="What redeeming pays failed to load">Couldn’t load the price</Trans>}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : (
        <dl className={style['facts']} data-testid="redeem-price">
          <div>
            <dt>
              <Trans comment="Of a purchase: what was paid for it">Principal</Trans>
            </dt>
            <dd>
              <NumMoney value={purchase.amount} asset={coin} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="Share of the principal, for redeeming early">Penalty</Trans>
            </dt>
            <dd>
              <NumMoney value={price.penalty} asset={coin} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="Promised yield that is lost by redeeming early">Yield given up</Trans>
            </dt>
            <dd>
              <NumMoney value={price.forfeited} asset={coin} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="Yield that was paid and is kept">Yield already paid, yours</Trans>
            </dt>
            <dd>
              <NumMoney value={purchase.paid} asset={coin} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="What redeeming pays; an amount with its coin follows">You receive now, to Spot</Trans>
            </dt>
            <dd className={style['hero']}>
              <NumMoney value={price.receive} asset={coin} showAsset />
            </dd>
          </div>
        </dl>
      )}
      {write.state.step === 'unknown' ? (
        <UnknownLine />
      ) : write.state.step === 'refused' ? (
        <WhyLine need>
          <RefusedWords state={write.state} />
        </WhyLine>
      ) : null}
    </Dialog>
  );
}
