// Why a balance changed: the cause of the entry, its facts, and all other postings of the same command.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { BILL_FACT_WORDS, type BillDetail } from '@vitrine/contract';
import { Button, NumCount, NumExact, NumMoney, NumRate, SkeletonBar } from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { WalletLink } from '../place.tsx';
import { useCauseName, useFactName, useFactWord } from './cause-words.tsx';
import { useNetworkName } from '../funds-words.tsx';
import { useBillKind, useWalletName } from '../words.tsx';
import style from './bill-cause.module.css';

/** Facts with a value from a closed list. */
const WORDS: readonly string[] = Object.keys(BILL_FACT_WORDS);
/** Facts that are fractions. */
const RATES: readonly string[] = ['feeRate', 'fundingRate', 'hourlyRate', 'odds'];
const WALLETS: readonly string[] = ['fromWallet', 'toWallet'];
/** Facts with digits that are not quantities. */
const NAMES: readonly string[] = ['txid', 'address', 'orderNo', 'label', 'market'];

export function BillCause({ id }: { readonly id: string }) {
  const detail = useQuery(queryOf('userCoin.detail', { id }, 'constant'));
  if (detail.data) return <BillCauseDetail detail={detail.data} />;
  if (!detail.isError) return <SkeletonBar width="100%" height={60} />;
  return (
    <p className="v-13 v-row">
      <Trans>Couldn’t load the cause. The balance is not affected.</Trans>
      <Button size="small" onClick={() => void detail.refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </p>
  );
}

function BillCauseDetail({ detail: { cause, lines } }: { readonly detail: BillDetail }) {
  const kindName = useBillKind();
  const walletName = useWalletName();
  const factName = useFactName();
  const causeName = useCauseName();
  return (
    <div className={style['cause']}>
      <b>{causeName(cause.kind)}</b>
      <dl>
        {cause.symbolName === null ? null : (
          <div>
            <dt>
              <Trans>Market</Trans>
            </dt>
            <dd>{cause.symbolName}</dd>
          </div>
        )}
        {cause.facts.map(({ name, value, coin }) => (
          <div key={name}>
            <dt>{factName(name)}</dt>
            <dd>
              <FactValue name={name} value={value} coin={coin} />
            </dd>
          </div>
        ))}
        <div>
          <dt>
            <Trans comment="Number of a command in the journal">Journal</Trans>
          </dt>
          <dd>
            <NumCount value={lines[0]?.seq} prefix="#" />
          </dd>
        </div>
      </dl>
      {lines.length > 1 ? (
        <table>
          <caption>
            <Trans>All it changed for you</Trans>
          </caption>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {kindName(line.kind)} · {walletName(line.walletType)}
                </th>
                <td>
                  <NumMoney value={line.amount} asset={line.coin} sign="always" showAsset />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <Record record={cause.record} />
    </div>
  );
}

function FactValue({ name, value, coin }: BillDetail['cause']['facts'][number]) {
  const walletName = useWalletName();
  const networkName = useNetworkName();
  const word = useFactWord();
  if (coin !== null) return <NumMoney value={value} asset={coin} showAsset />;
  if (WORDS.includes(name)) return word(value) ?? value;
  if (WALLETS.includes(name)) return walletName(value);
  if (name === 'network') return networkName(value);
  if (RATES.includes(name)) return <NumRate value={value} />;
  if (!NAMES.includes(name) && /^-?\d+(\.\d+)?$/.test(value)) return <NumExact value={value} />;
  return <span className={style['text']}>{value}</span>;
}

/** A link to the record of the cause. */
function Record({ record }: { readonly record: BillDetail['cause']['record'] }) {
  switch (record?.of) {
    case undefined:
      return null;
    case 'recharge':
      return (
        <WalletLink search={{ key: 'records', part: 'deposits' }} className="v-link v-13">
          <Trans>To your deposits</Trans>
        </WalletLink>
      );
    case 'withdrawal':
      return (
        <WalletLink search={{ key: 'records', part: 'withdrawals' }} className="v-link v-13">
          <Trans>To your withdrawals</Trans>
        </WalletLink>
      );
    case 'swap':
      return (
        <WalletLink search={{ key: 'records', part: 'swaps' }} className="v-link v-13">
          <Trans>To your swaps</Trans>
        </WalletLink>
      );
    case 'transfer':
      return (
        <WalletLink search={{ key: 'records', part: 'transfers' }} className="v-link v-13">
          <Trans>To your transfers</Trans>
        </WalletLink>
      );
    case 'second':
      return (
        <Link to="/trade/index" search={{ type: 'sec' }} className="v-link v-13">
          <Trans>To your second contracts, with the receipt</Trans>
        </Link>
      );
    case 'borrow':
      return (
        <Link to="/account/entrust/margin-all" className="v-link v-13">
          <Trans>To your borrowing</Trans>
        </Link>
      );
    case 'order':
    case 'position':
    case 'funding':
      return (
        <WalletLink search={{ key: 'tradeOrder' }} className="v-link v-13">
          <Trans>To your orders</Trans>
        </WalletLink>
      );
  }
}
