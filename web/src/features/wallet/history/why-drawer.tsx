// "Why did my balance change?": one coin in one wallet since midnight, from the opening balance to the current one.
// Every entry has its cause, and the proof shows that nothing is left over.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AnswerOf, Bill } from '@vitrine/contract';
import {
  ChangeArrow,
  Drawer,
  Empty,
  ErrorBlock,
  Note,
  NumCount,
  NumMoney,
  SkeletonBar,
  Time,
  addDecimals,
  compareDecimal,
  signOf,
  useFormat,
} from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { BillCause } from './bill-cause.tsx';
import { dayStart } from '../period.ts';
import { WalletLink } from '../place.tsx';
import { SaveButton } from '../save-button.tsx';
import { unexplained } from './unexplained.ts';
import { useBillKind, useWalletName } from '../words.tsx';
import style from './why-drawer.module.css';

/** Maximum entries in the drawer; the records have the day's older ones. */
const SHOWN = 100;

/** The subject of the question. */
export interface WhyOf {
  /** Wallet type. */
  readonly wallet: string;
  readonly coin: string;
}

export function WhyDrawer({ of, onClose }: { readonly of: WhyOf | undefined; readonly onClose: () => void }) {
  const { now } = useFormat();
  const [start] = useState(() => dayStart(now()));
  return (
    <Drawer open={of !== undefined} onClose={onClose} title={<Trans>Why did my balance change?</Trans>}>
      {of === undefined ? null : <Why key={`${of.wallet}:${of.coin}`} of={of} start={start} onClose={onClose} />}
    </Drawer>
  );
}

interface WhyProps {
  readonly of: WhyOf;
  /** ms UTC. */
  readonly start: number;
  readonly onClose: () => void;
}

type Bills = AnswerOf<'assets.getMyBill'>;

function Why({ of: { wallet, coin: first }, start, onClose }: WhyProps) {
  const { t } = useLingui();
  const walletName = useWalletName();
  const [coin, setCoin] = useState(first);
  const balances = useQuery(queryOf('assets.getCurrencyAccount', { type: wallet as '1' }, 'lazy'));
  const coins = [...new Set([coin, ...(balances.data?.map((one) => one.coin) ?? [])])];
  const asked = { walletType: wallet as '1', coin, startTime: start };
  const bills = useQuery({
    ...queryOf('assets.getMyBill', { ...asked, size: SHOWN }, 'lazy'),
    placeholderData: keepPreviousData,
  });
  const held = balances.data
    ?.filter((one) => one.coin === coin)
    .reduce<string | undefined>((sum, one) => addDecimals(sum ?? '0', one.held), undefined);
  return (
    <div className={style['why']}>
      <div className="v-row v-wrap">
        <span className={style['chip']}>
          <Trans comment="A coin in a wallet: USDT in Spot">
            {coin} in {{ wallet: walletName(wallet) }}
          </Trans>
        </span>
        <span className="v-12 v-ink-2">
          <Trans comment="Beginning of the period">
            since <Time at={start} as="full" />
          </Trans>
        </span>
        {coins.length > 1 ? (
          <select
            className={style['coins']}
            aria-label={t`Coin`}
            value={coin}
            onChange={(event) => setCoin(event.target.value)}
          >
            {coins.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        ) : null}
      </div>
      {bills.data ? (
        <Entries bills={bills.data} coin={coin} start={start} />
      ) : bills.isError ? (
        <ErrorBlock title={<Trans>Couldn’t load the entries</Trans>} onRetry={() => void bills.refetch()}>
          <Trans>Your balance is not affected.</Trans>
        </ErrorBlock>
      ) : (
        <SkeletonBar width="100%" height={180} />
      )}
      {held !== undefined && signOf(held) === 1 ? (
        <p className={`v-12 v-ink-2 ${style['held']}`}>
          <IconInfoCircle className="v-i" stroke={1.75} aria-hidden="true" />
          <span>
            <Trans>
              <NumMoney value={held} asset={coin} showAsset /> of it is in use. An amount in use stays in your wallet;
              it is only reserved.
            </Trans>
          </span>
        </p>
      ) : null}
      <div className={style['foot']}>
        <span onClickCapture={onClose}>
          <WalletLink search={{ key: 'records', part: 'bills', coin, wallet }} className="v-link v-13">
            <Trans>Other days and wallets</Trans>
          </WalletLink>
        </span>
        <SaveButton name="assets.getMyBill" input={asked} />
      </div>
    </div>
  );
}

function Entries({ bills, coin, start }: { readonly bills: Bills; readonly coin: string; readonly start: number }) {
  const { now } = useFormat();
  const sum = bills.sums.find((one) => one.coin === coin);
  if (sum === undefined || bills.total === 0)
    return (
      <Empty title={<Trans>Nothing changed today</Trans>}>
        <Trans>Changes of this balance appear here with their cause.</Trans>
      </Empty>
    );
  const lines = bills.records.toReversed();
  const before = lines[0] === undefined ? sum.opening : addDecimals(lines[0].balance, negated(lines[0].amount));
  const rest = unexplained(sum);
  const whole = rest !== undefined && compareDecimal(rest, '0') === 0;
  return (
    <>
      <div className={style['sum']}>
        <div>
          <Time at={start} as="clock" className="v-12 v-ink-2" />
          <NumMoney className={style['big']} value={sum.opening} asset={coin} />
        </div>
        <ChangeArrow />
        <div>
          <span className="v-12 v-ink-2">
            <Trans comment="This moment">now</Trans>
          </span>
          <NumMoney className={style['big']} value={sum.closing} asset={coin} />
        </div>
        <div className={style['difference']}>
          <span className="v-12 v-ink-2">
            <Trans comment="Between the opening and the closing balance of a period">difference</Trans>
          </span>
          <NumMoney
            className={style['big']}
            value={addDecimals(sum.closing, negated(sum.opening))}
            asset={coin}
            sign="always"
          />
        </div>
      </div>
      <ol className={style['entries']}>
        <li className={style['edge']}>
          <Time at={start} as="clock" className="v-ink-2" />
          <b>
            <Trans comment="First line of a list of balance changes">Balance at midnight UTC</Trans>
          </b>
          <NumMoney value={sum.opening} asset={coin} />
        </li>
        {bills.total > lines.length ? (
          <li className={style['edge']}>
            <span />
            <span>
              <Plural value={{ earlier: bills.total - lines.length }} one="# earlier entry" other="# earlier entries" />
            </span>
            <NumMoney
              value={before === undefined ? undefined : addDecimals(before, negated(sum.opening))}
              asset={coin}
              sign="always"
            />
          </li>
        ) : null}
        {lines.map((bill) => (
          <Entry key={bill.id} bill={bill} />
        ))}
        <li className={style['edge']}>
          <Time at={now()} as="clock" className="v-ink-2" />
          <b>
            <Trans>Balance now</Trans>
          </b>
          <NumMoney value={sum.closing} asset={coin} />
        </li>
      </ol>
      <Note
        tone={whole ? 'done' : 'warn'}
        icon={<IconCircleCheck stroke={1.75} aria-hidden="true" />}
        testId={whole ? 'explained' : 'unexplained'}
      >
        <Plural
          value={{ entries: bills.total }}
          one="# entry explains all of it."
          other="# entries explain all of it."
        />{' '}
        <Trans comment="What the entries leave over: 0">
          Unexplained: <NumMoney value={rest} asset={coin} showAsset />
        </Trans>
      </Note>
      <p className="v-12 v-ink-3">
        <Trans comment="First and last number in the journal">
          Journal <NumCount value={lines[0]?.seq} prefix="#" /> to <NumCount value={lines.at(-1)?.seq} prefix="#" />
        </Trans>
      </p>
    </>
  );
}

function Entry({ bill }: { readonly bill: Bill }) {
  const kindName = useBillKind();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <Time at={bill.time} as="clock" className="v-ink-2" />
      <div className={style['what']}>
        <span>
          {kindName(bill.kind)}
          {bill.symbolName === null ? '' : ` · ${bill.symbolName}`}
        </span>
        <button
          type="button"
          className="v-link v-12"
          data-testid="cause"
          data-kind={bill.kind}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Trans comment="Opens what caused a balance change">cause</Trans>
        </button>
        {open ? <BillCause id={bill.id} /> : null}
      </div>
      <div className={style['amounts']}>
        <NumMoney className="v-strong" value={bill.amount} asset={bill.coin} sign="always" />
        <NumMoney className="v-12 v-ink-2" value={bill.balance} asset={bill.coin} />
      </div>
    </li>
  );
}

/** The same amount with the other sign. */
function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
