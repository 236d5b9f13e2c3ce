// The command palette: an input line with its possible meanings below. Enter opens the first one, filled and unsent.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Coin, MARKET_TYPE } from '@vitrine/contract';
import { Dialog, showNumber, useFormat } from '@vitrine/ui';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { useGuideTexts } from '../../guide-texts/index.ts';
import { loadTerms } from '../../hint/index.ts';
import { decimalsOf } from '../../market/index.ts';
import { type Action, actionsOf, type Deed, type HelpTerm } from './actions.ts';
import { labelsOf } from './labels.ts';
import style from './palette.module.css';
import { type Known, MOST_TYPED, understand } from './understand.ts';

const WIDTH = 560;

interface Lists {
  readonly coinList: readonly Coin[];
  readonly currencyList: readonly Coin[];
  readonly contractList: readonly Coin[];
}

/** All markets, each with its products. */
export function knownOf({ coinList, currencyList, contractList }: Lists): readonly Known[] {
  const known = new Map<string, Known>();
  const take = (coin: Coin, product: 'spot' | 'u' | 'coin' | 'second'): void => {
    const symbol = `${coin.coin}_${coin.baseCoin}`;
    const before = known.get(symbol);
    const lot = coin.lot === null || product === 'coin' ? undefined : decimalsOf(coin.lot);
    known.set(symbol, {
      ...(before ?? {
        symbol,
        base: coin.coin,
        quote: coin.baseCoin,
        spot: false,
        u: false,
        coin: false,
        second: false,
        tickDecimals: decimalsOf(coin.tick),
        lotDecimals: 0,
      }),
      [product]: true,
      lotDecimals: Math.max(before?.lotDecimals ?? 0, lot ?? 0),
    });
  };
  for (const coin of currencyList) take(coin, 'spot');
  for (const coin of contractList) take(coin, coin.type === MARKET_TYPE.inverse ? 'coin' : 'u');
  for (const coin of coinList) take(coin, 'second');
  return [...known.values()];
}

/** The terms of the hints, once their texts are here. */
function useHelp(): readonly HelpTerm[] {
  const { i18n } = useLingui();
  const here = useGuideTexts();
  const terms = useQuery({ queryKey: ['help-terms'], queryFn: loadTerms, staleTime: Infinity }).data;
  return useMemo(
    () =>
      here && terms ? Object.entries(terms).map(([key, { title, link }]) => ({ key, title: i18n._(title), link })) : [],
    [here, i18n, terms],
  );
}

export function Palette({ onClose, onDeed }: { readonly onClose: () => void; readonly onDeed: (deed: Deed) => void }) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const coins = useQuery(queryOf('common.getCoinList', {}, 'constant')).data;
  const markets = useMemo(() => (coins ? knownOf(coins) : []), [coins]);
  const help = useHelp();
  const actions = actionsOf(
    understand(typed, markets, tag),
    labelsOf((text) => showNumber(text, tag)),
    help,
  );
  const chosen = Math.min(at, Math.max(0, actions.length - 1));
  const run = (action: Action | undefined): void => {
    if (action === undefined) return;
    onClose();
    onDeed(action.deed);
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (actions.length > 0) setAt((chosen + step + actions.length) % actions.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(actions[chosen]);
    }
  };
  return (
    <Dialog open onClose={onClose} title={<Trans>What would you like to do?</Trans>} width={WIDTH} testId="palette">
      <input
        className={style['line']}
        type="text"
        role="combobox"
        aria-expanded={actions.length > 0}
        aria-controls={list}
        aria-activedescendant={actions[chosen] ? `${list}-${actions[chosen].key}` : undefined}
        aria-label={t`What would you like to do?`}
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST_TYPED}
        placeholder={t({ message: 'btc 0.1 110000', comment: 'Example in the palette: a market, an amount, a price' })}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className={style['list']} id={list} role="listbox" aria-label={t`Actions`}>
        {actions.map((action, index) => (
          <div
            key={action.key}
            id={`${list}-${action.key}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            className={style['row']}
            onClick={() => run(action)}
            onKeyDown={press}
          >
            <span>{action.label}</span>
            {action.aside === undefined ? null : <span className="v-13 v-ink-3 v-num">{action.aside}</span>}
          </div>
        ))}
      </div>
      {actions.length === 0 ? (
        <p className="v-13 v-ink-3">
          <Trans>No results. Type a market, an amount, a price, or the name of a page.</Trans>
        </p>
      ) : (
        <p className="v-12 v-ink-3">
          <Trans>Opens the form filled in. Nothing is sent before you press its button.</Trans>
        </p>
      )}
    </Dialog>
  );
}
