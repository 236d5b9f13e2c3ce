// Selects a country by its name in the user's language, its code or its dialling code.
import { useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { ComboField, useFormat, type FieldVariant } from '@vitrine/ui';
import { queryOf } from '../api/index.ts';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** In the user's language. */
  readonly name: string;
  /** Digits, without a plus. */
  readonly areaCode: string;
}

/** All countries in the user's language and order; undefined while loading. */
export function useCountries(): readonly Country[] | undefined {
  const { tag } = useFormat();
  const { data } = useQuery(queryOf('user.getCountryCode', {}, 'constant'));
  return useMemo(() => {
    if (!data) return undefined;
    const names = new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' });
    return data
      .map(({ code, name, areaCode }) => ({
        code,
        name: names.of(code) ?? name,
        areaCode: areaCode.replace('+', ''),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, tag));
  }, [data, tag]);
}

/** The country of the browser's language, as an initial choice; empty if it has none. */
export function guessCountry(languages: readonly string[] = navigator.languages ?? []): string {
  for (const language of languages) {
    const region = /-([A-Z]{2})(?:-|$)/.exec(language)?.[1];
    if (region !== undefined) return region;
  }
  return '';
}

export interface CountryFieldProps {
  readonly label?: ReactNode;
  /** ISO code; empty: none selected. */
  readonly value: string;
  readonly onChange: (country: Country) => void;
  /** `dial` shows the dialling code in the closed field, for phone numbers. */
  readonly show?: 'name' | 'dial';
  readonly variant?: FieldVariant | undefined;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly onBlur?: (() => void) | undefined;
}

export function CountryField({ label, value, onChange, show = 'name', ...frame }: CountryFieldProps) {
  const countries = useCountries();
  const dial = show === 'dial';
  return (
    <ComboField
      {...frame}
      label={label ?? (dial ? <Trans>Country code</Trans> : <Trans>Country</Trans>)}
      name={dial ? 'areaCode' : 'country'}
      autoComplete="off"
      value={value}
      disabled={countries === undefined}
      options={(countries ?? []).map((country) => ({
        key: country.code,
        label: country.name,
        aside: `+${country.areaCode}`,
        short: dial ? `${country.code} +${country.areaCode}` : undefined,
      }))}
      onChange={(code) => {
        const found = countries?.find((country) => country.code === code);
        if (found) onChange(found);
      }}
    />
  );
}
