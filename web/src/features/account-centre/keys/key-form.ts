// The form of an API key, pure: name, permissions, addresses, validity.
import { MAX_KEY_ADDRESSES, type InputOf } from '@vitrine/contract';
import { faultsOf, textFault, type Fault, type Faults } from '../faults.ts';
import { NAME_MOST } from '../name-form.ts';
import type { FormRules } from '../use-form.ts';

export const KEY_LIVES = ['30', '90', '365', 'never'] as const;
/** Days, or until it is deleted. */
export type KeyLife = (typeof KEY_LIVES)[number];
const DAY = 86_400_000;

export interface KeyForm {
  readonly name: string;
  readonly read: boolean;
  readonly trade: boolean;
  readonly withdraw: boolean;
  /** One address or network per line. */
  readonly addresses: string;
  readonly life: KeyLife;
}

export type KeyField = 'name' | 'rights' | 'addresses' | 'life';

export const firstKey: KeyForm = {
  name: '',
  read: true,
  trade: false,
  withdraw: false,
  addresses: '',
  life: '90',
};

export function addressLines(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '');
}

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const v4 = new RegExp(`^(?:${octet}\\.){3}${octet}(?:/(?:3[0-2]|[12]?\\d))?$`);
const v6 = /^(?=.*:)[0-9a-fA-F:.]{2,45}(?:\/(?:12[0-8]|1[01]\d|\d?\d))?$/;

/** The withdraw permission requires small networks: /24 or smaller, IPv6 /48 (docs: API keys). */
function isWide(line: string): boolean {
  const bits = Number.parseInt(line.split('/')[1] ?? '128', 10);
  return bits < (line.includes(':') ? 48 : 24);
}

function addressFault({ addresses, withdraw }: KeyForm): Fault | undefined {
  const lines = addressLines(addresses);
  if (lines.length === 0) return withdraw ? 'addressesNeeded' : undefined;
  if (lines.length > MAX_KEY_ADDRESSES) return 'addressesMany';
  if (!lines.every((line) => v4.test(line) || v6.test(line))) return 'address';
  return withdraw && lines.some(isWide) ? 'wide' : undefined;
}

function validate(form: KeyForm): Faults<KeyField> {
  return faultsOf<KeyField>({
    name: textFault(form.name, NAME_MOST),
    rights: form.read || form.trade || form.withdraw ? undefined : 'rights',
    addresses: addressFault(form),
  });
}

export interface KeySummary {
  /** ms UTC; undefined: until it is deleted. */
  readonly expires: number | undefined;
  readonly addresses: number;
}

export function summariseKey(form: KeyForm, now: number): KeySummary {
  return {
    expires: form.life === 'never' ? undefined : now + Number.parseInt(form.life, 10) * DAY,
    addresses: addressLines(form.addresses).length,
  };
}

export function keyInput(form: KeyForm, now: number): InputOf<'member.api'> {
  const { expires } = summariseKey(form, now);
  const ips = addressLines(form.addresses);
  return {
    name: form.name.trim(),
    rights: [
      ...(form.read ? (['r'] as const) : []),
      ...(form.trade ? (['t'] as const) : []),
      ...(form.withdraw ? (['w'] as const) : []),
    ],
    ...(ips.length === 0 ? {} : { ips: [...ips] }),
    ...(expires === undefined ? {} : { expires }),
  };
}

export const keyRules: FormRules<KeyForm, KeyField> = {
  reduce: (form, change) => ({ ...form, ...change }),
  validate,
  wire: { name: 'name', rights: 'rights', ips: 'addresses', expires: 'life' },
};
