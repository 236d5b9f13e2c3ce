// Step one: the coin, the network of the receiving wallet, and the address, typed, pasted or from the book; or the
// user's bank card.
import { IconClipboard } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { BookAddress, CoinNetwork, RechargeCurrency } from '@vitrine/contract';
import {
  Button,
  ComboField,
  NumMoney,
  NumRate,
  Tag,
  TextField,
  Time,
  WhyLine,
  compareDecimal,
  toast,
} from '@vitrine/ui';
import { shortAddress } from '../funds-address.ts';
import { GroupedAddress, NetworkChoice } from '../funds-parts.tsx';
import { useNetworkName } from '../funds-words.tsx';
import { WalletLink } from '../place.tsx';
import { PracticeAddress } from './practice-address.tsx';
import type { WithdrawStepProps } from './withdraw-facts.ts';
import { AddressFaultWords, ProblemWords } from './withdraw-words.tsx';
import style from '../funds.module.css';

export interface WithdrawWhereProps extends WithdrawStepProps {
  readonly currencies: readonly RechargeCurrency[];
  readonly onCoin: (coin: string) => void;
}

export function WithdrawWhere(props: WithdrawWhereProps) {
  const { act, facts, problem, currencies, onCoin } = props;
  const { t } = useLingui();
  const nameOf = useNetworkName();
  const { currency, network } = facts;
  const coin = currency?.coin ?? '';
  return (
    <form
      className={`${style['block']} ${style['form']}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) act({ go: 'amount' });
      }}
    >
      <ComboField
        label={<Trans comment="Choice of a coin">Coin</Trans>}
        value={coin}
        options={currencies.map((one) => ({ key: one.coin, label: one.coin, aside: one.name }))}
        placeholder={t`Find a coin`}
        onChange={onCoin}
      />
      <NetworkChoice
        networks={currency?.networks ?? []}
        value={network?.network}
        onChoose={(next) => act({ set: 'network', network: next })}
        facts={(one) => <NetworkTerms network={one} coin={coin} />}
        closed={(one) => !one.open.withdrawal}
      />
      {network === undefined ? null : network.rail === 'manual' ? (
        <Card {...props} />
      ) : (
        <Address {...props} network={network} />
      )}
      <div>
        <Button
          tone="main"
          size="large"
          wide
          type="submit"
          disabled={problem !== undefined}
          aria-describedby="withdraw-why"
        >
          <Trans comment="Button: to the second step of a withdrawal">Next: the amount</Trans>
        </Button>
        <WhyLine id="withdraw-why" need={problem !== undefined}>
          {problem ? (
            <ProblemWords problem={problem} coin={coin} network={nameOf(network?.network ?? '')} />
          ) : (
            <Trans>Nothing is sent yet.</Trans>
          )}
        </WhyLine>
      </div>
    </form>
  );
}

function NetworkTerms({ network, coin }: { readonly network: CoinNetwork; readonly coin: string }) {
  const share = compareDecimal(network.feeRate, '0') > 0;
  return (
    <>
      <span>
        {share ? (
          <Trans comment="Fee of a withdrawal: a share, with a least">
            fee <NumRate value={network.feeRate} />, at least <NumMoney value={network.fee} asset={coin} showAsset />
          </Trans>
        ) : (
          <Trans comment="Fee of a withdrawal">
            fee <NumMoney value={network.fee} asset={coin} showAsset />
          </Trans>
        )}
      </span>
      <span>
        <Trans comment="Minimum withdrawal">
          at least <NumMoney value={network.withdrawMin} asset={coin} showAsset />
        </Trans>
      </span>
    </>
  );
}

function Address({ form, act, facts, network }: WithdrawStepProps & { readonly network: CoinNetwork }) {
  const { t } = useLingui();
  const nameOf = useNetworkName();
  const { check, book } = facts;
  const name = nameOf(network.network);
  const paste = async (): Promise<void> => {
    try {
      act({ set: 'address', text: await navigator.clipboard.readText() });
    } catch (error) {
      // The browser asks the user for permission; after a refusal they can still type or paste with the keyboard.
      if (!(error instanceof Error)) throw error;
      toast({ id: 'paste', kind: 'warn', title: t`The browser does not allow this page to read the clipboard` });
    }
  };
  const saved = book?.records.filter((one) => one.coin === facts.currency?.coin && one.network === network.network);
  return (
    <>
      <div>
        <TextField
          label={<Trans comment="network: its name">Address, {name}</Trans>}
          name="address"
          value={form.address}
          onChange={(text) => act({ set: 'address', text })}
          autoComplete="off"
          placeholder={t`Paste it here`}
          error={
            check && check.fault !== null ? (
              <AddressFaultWords fault={check.fault} network={name} other={check.network} />
            ) : undefined
          }
          hint={check?.fault === null ? <Known check={check.book} here={check.here} /> : undefined}
          end={
            <Button size="small" tone="quiet" onClick={() => void paste()}>
              <IconClipboard className="v-i-14" stroke={1.75} aria-hidden="true" />
              <Trans comment="Button: takes the text of the clipboard">Paste</Trans>
            </Button>
          }
        />
        {check?.fault === null ? <GroupedAddress address={check.address} /> : null}
      </div>
      {network.network === 'practice' && form.address === '' ? <PracticeAddress act={act} /> : null}
      {saved === undefined || saved.length === 0 ? null : (
        <div>
          <div className={style['label']} id="withdraw-book">
            <Trans>From your address book</Trans>
          </div>
          <div className={style['saved']} role="group" aria-labelledby="withdraw-book">
            {saved.map((one) => (
              <Saved
                key={one.id}
                one={one}
                now={facts.now}
                allowOnly={book?.allowOnly === true}
                form={form}
                act={act}
              />
            ))}
          </div>
        </div>
      )}
      <WalletLink search={{ key: 'withdraw', part: 'book' }} className="v-link v-13">
        <Trans>Address book</Trans>
      </WalletLink>
    </>
  );
}

function Known({ check, here }: { readonly check: BookAddress | null; readonly here: boolean }) {
  return (
    <>
      {check === null ? (
        <Trans>The address is right. It is not in your address book.</Trans>
      ) : (
        <Trans comment="label: what the customer called the address">
          The address is right: “{{ label: check.label }}” in your address book.
        </Trans>
      )}
      {here ? (
        <>
          {' '}
          <Trans>It belongs to another customer here; it is still paid over the chain.</Trans>
        </>
      ) : null}
    </>
  );
}

function Saved({
  one,
  now,
  allowOnly,
  form,
  act,
}: {
  readonly one: BookAddress;
  readonly now: number;
  readonly allowOnly: boolean;
} & Pick<WithdrawStepProps, 'form' | 'act'>) {
  return (
    <button
      type="button"
      aria-pressed={form.address === one.address}
      onClick={() => act({ set: 'address', text: one.address })}
    >
      <span className="v-strong">{one.label}</span>
      <span className="v-row v-wrap">
        {allowOnly && one.usableFrom > now ? (
          <Tag tone="warn">
            <Trans comment="From when an address can be paid to">
              from <Time at={one.usableFrom} />
            </Trans>
          </Tag>
        ) : null}
        <span className="v-num v-ink-2">{shortAddress(one.address)}</span>
      </span>
    </button>
  );
}

function Card({ facts }: WithdrawStepProps) {
  const { card } = facts;
  if (!card) return null;
  return (
    <div>
      <div className={style['label']}>
        <Trans>To your bank card</Trans>
      </div>
      <div className={style['card']}>
        <b>{card.bankName}</b>
        <div className="v-num">{card.cardNumber}</div>
        <div className="v-ink-2">{card.name}</div>
      </div>
    </div>
  );
}
