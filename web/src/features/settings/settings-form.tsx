// The settings: language, currency, time zone, formats, colours, theme. Stored on this device, applied immediately.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  CheckField,
  Directed,
  NumPercent,
  Segmented,
  SelectField,
  dateFormats,
  directionSets,
  formatDate,
  formatOffset,
  locales,
  useFormat,
  zoneOffsets,
  type DirectionSet,
} from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { prefer, usePreferences } from '../../preference/index.ts';
import style from './settings.module.css';

/** Currencies to choose from before the exchange's list is loaded. */
const firstCurrencies = ['CNY', 'USD'];

export function SettingsForm() {
  const { t } = useLingui();
  const { now } = useFormat();
  const preference = usePreferences();
  const settings = useQuery(queryOf('common.getAllSetting', {}, 'constant'));
  const currencies =
    settings.data?.currencies.map(({ exchange_code, name }) => ({
      key: exchange_code,
      label: name === exchange_code ? name : `${exchange_code} – ${name}`,
    })) ?? firstCurrencies.map((code) => ({ key: code, label: code }));
  const names: Record<DirectionSet, string> = {
    'green-up': t`Green rises`,
    'red-up': t`Red rises`,
    'blue-orange': t`Blue rises, orange falls`,
  };
  return (
    <div className={style['form']}>
      <SelectField
        label={<Trans comment="Setting">Language</Trans>}
        value={preference.language}
        options={locales.map((locale) => ({ key: locale.code, label: locale.name }))}
        onChange={(language) => prefer({ language })}
      />
      <SelectField
        label={<Trans>Currency</Trans>}
        hint={<Trans>Values are shown in it where its rate is known, else in USDT.</Trans>}
        value={preference.currency}
        options={
          currencies.some((option) => option.key === preference.currency)
            ? currencies
            : [{ key: preference.currency, label: preference.currency }, ...currencies]
        }
        onChange={(currency) => prefer({ currency })}
      />
      <SelectField
        label={<Trans comment="Setting">Time zone</Trans>}
        value={String(preference.offset)}
        options={zoneOffsets.map((offset) => ({ key: String(offset), label: formatOffset(offset) }))}
        onChange={(offset) => prefer({ offset: Number.parseInt(offset, 10) })}
      />
      <SelectField
        label={<Trans comment="Setting: how dates are written">Date format</Trans>}
        value={preference.dateFormat}
        options={dateFormats.map((format) => ({
          key: format,
          label: `${format}  ·  ${formatDate(now(), { offset: preference.offset, format })}`,
        }))}
        onChange={(dateFormat) => prefer({ dateFormat })}
      />
      <Group title={<Trans comment="Setting: colours of rising and falling prices">Profit colours</Trans>}>
        <div role="radiogroup" aria-label={t`Profit colours`} className={style['sets']}>
          {directionSets.map((set) => (
            <label key={set} className={style['set']} data-dir={set}>
              <input
                type="radio"
                name="directions"
                className="v-hidden"
                checked={preference.directions === set}
                onChange={() => prefer({ directions: set })}
              />
              <span>{names[set]}</span>
              <span className="v-row v-strong" aria-hidden="true">
                <Directed direction="up">
                  <NumPercent value="1.46" sign="always" />
                </Directed>
                <Directed direction="down">
                  <NumPercent value="-0.37" />
                </Directed>
              </span>
            </label>
          ))}
        </div>
      </Group>
      <CheckField checked={preference.tradingKeys} onChange={(on) => prefer({ tradingKeys: on })}>
        <Trans comment="Setting: keys B and S choose the side of the order form; ? shows all keys">
          Trading shortcuts (? shows them)
        </Trans>
      </CheckField>
      <CheckField name="spoken" checked={preference.spoken} onChange={(on) => prefer({ spoken: on })}>
        <Trans comment="Setting: the terminal in words, for screen readers">The terminal as text</Trans>
      </CheckField>
      <Group title={<Trans>Theme</Trans>}>
        <Segmented
          label={t`Theme`}
          value={preference.theme}
          onChange={(theme) => prefer({ theme })}
          choices={[
            { key: 'theme-daytime', label: <Trans comment="Theme">Light</Trans> },
            { key: 'theme-night', label: <Trans comment="Theme">Dark</Trans> },
          ]}
        />
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <div className={style['title']}>{title}</div>
      {children}
    </div>
  );
}
