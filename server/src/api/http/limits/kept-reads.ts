// Caches public reads that are the same for everybody, as compressed bytes for one slot: each is produced once, however
// many ask.

import type { CallName } from '@vitrine/contract';
import type { Compressors, Encoding } from '../answer/compress.ts';

/** How long an answer is cached, ms: one slot of the index, in which prices do not change. */
export const READ_SLOT = 250;
/** Most cached answers, and their bytes. */
const KEPT_MOST = 512;
const KEPT_BYTES_MOST = 32 * 1_048_576;

/** Calls whose answer depends only on their input and language. */
export const PUBLIC_READS: ReadonlySet<CallName> = new Set<CallName>([
  'assets.getCoinRate',
  'cgform-api.detailData',
  'cgform-api.getData',
  'common.checkTrade',
  'common.getAllSetting',
  'common.getCoinList',
  'common.getMt5Amount',
  'common.getPlatformConfig',
  'common.getRules',
  'common.getSystemConfig',
  'common.ticks',
  'entrust.get.getBbwMaintenanceMargin',
  'entrust.get.getUbwMaintenanceMargin',
  'helpCenterInfo',
  'notice.list',
  'open.depth',
  'open.getContract',
  'open.getFundingRate',
  'open.getPracticeShare',
  'open.getPriceComparison',
  'open.kline',
  'open.market.initData',
  'open.transaction',
  'period.list',
  'sys.dict.getDictItems',
  'user.getCountryCode',
]);

/** Calls whose answer also depends on the caller if they are signed in. */
export const GUEST_READS: ReadonlySet<CallName> = new Set<CallName>([
  'finance.detail',
  'finance.list',
  'open.get.contractDetail',
  'open.getSpotGoods',
  'pledge.list',
]);

interface Kept {
  readonly made: Promise<Buffer>;
  readonly packed: Map<Encoding, Promise<Buffer>>;
  /** Sequence number of the last command it includes. */
  readonly seq: number;
  /** Expiry, ms of a monotonic clock. */
  readonly until: number;
  bytes: number;
}

/** Bytes to send, and their encoding. */
export interface KeptAnswer {
  readonly bytes: Buffer;
  readonly encoding: Encoding | undefined;
  /** It was already cached. */
  readonly kept: boolean;
}

export interface KeptReads {
  /**
   * The answer of a read; calls `make` if this slot has none that includes the command `after`.
   * @param key everything that the answer depends on.
   */
  read(key: string, after: number, encoding: Encoding | undefined, make: () => Promise<string>): Promise<KeptAnswer>;
}

/** @param head sequence number of the last command that reads include. */
export function createKeptReads(slot: number, head: () => number, compressors: Compressors): KeptReads {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(key: string, one: Kept): void {
    if (kept.get(key) !== one) return;
    kept.delete(key);
    bytes -= one.bytes;
  }

  /** The oldest are removed first: all are cached equally long. */
  function makePlace(now: number): void {
    for (const [key, one] of kept) {
      if (one.until > now && kept.size < KEPT_MOST && bytes < KEPT_BYTES_MOST) return;
      drop(key, one);
    }
  }

  return {
    async read(key, after, encoding, make) {
      const now = performance.now();
      let one = kept.get(key);
      const usable = one !== undefined && one.until > now && one.seq >= after;
      if (one === undefined || !usable) {
        if (one !== undefined) drop(key, one);
        makePlace(now);
        const made = make().then((text) => Buffer.from(text));
        const fresh: Kept = { made, packed: new Map(), seq: head(), until: now + slot, bytes: 0 };
        kept.set(key, fresh);
        made.then(
          ({ length }) => {
            if (kept.get(key) !== fresh) return;
            fresh.bytes = length;
            bytes += length;
          },
          () => drop(key, fresh),
        );
        one = fresh;
      }
      const plain = await one.made;
      const packing = encoding === undefined ? undefined : packed(one, plain, encoding);
      return packing === undefined
        ? { bytes: plain, encoding: undefined, kept: usable }
        : { bytes: await packing, encoding, kept: usable };
    },
  };

  function packed(one: Kept, plain: Buffer, encoding: Encoding): Promise<Buffer> | undefined {
    const known = one.packed.get(encoding);
    if (known !== undefined) return known;
    const packing = plain.length < 1_024 ? undefined : compressors.pack(plain, encoding);
    if (packing !== undefined) one.packed.set(encoding, packing);
    return packing;
  }
}
