// Errors reported by the browsers of customers and operators; equal ones are counted together.

import { hash } from 'node:crypto';
import { type PageFault, scrubFault } from '@vitrine/contract';

/** Most different errors kept; the least recently seen is dropped. */
const KEPT = 200;
/** Reports accepted per minute from all addresses; the rest is only counted. */
const MOST_A_MINUTE = 120;
const MINUTE = 60_000;
/** Stack frames that identify an error. */
const IDENTITY_FRAMES = 3;

/** An error and how often it was reported. */
export interface KeptFault extends PageFault {
  readonly count: number;
  /** ms UTC. */
  readonly first: number;
  readonly last: number;
}

export interface PageFaults {
  /** Accepts a report and scrubs it again, because the sender may not have done so. */
  readonly take: (report: PageFault) => void;
  /** The stored errors, latest first. */
  readonly list: () => readonly KeptFault[];
  /** Reports since the start, by page and build; those beyond the limit under `dropped`. */
  readonly counts: () => readonly { readonly page: string; readonly build: string; readonly count: number }[];
}

export interface PageFaultOptions {
  /** Build of this server. */
  readonly build: string;
  /** Called for each error not seen before. */
  readonly onNew: (fault: PageFault) => void;
  /** ms UTC. */
  readonly now: () => number;
}

export function createPageFaults({ build, onNew, now }: PageFaultOptions): PageFaults {
  const kept = new Map<string, KeptFault>();
  const counts = new Map<string, { page: string; build: string; count: number }>();
  let minute = 0;
  let taken = 0;

  /** Other builds are one series: the name comes from outside, and each would add a series. */
  function count(page: string, of: string): void {
    const key = `${page} ${of}`;
    const known = counts.get(key) ?? { page, build: of, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }

  return {
    take(report) {
      const at = now();
      if (at - minute >= MINUTE) [minute, taken] = [at, 0];
      taken += 1;
      if (taken > MOST_A_MINUTE) {
        count(report.page, 'dropped');
        return;
      }
      const fault = scrubFault(report);
      count(fault.page, fault.release === build ? 'this' : 'other');
      const identity = [fault.page, fault.name, fault.message, ...fault.frames.slice(0, IDENTITY_FRAMES)];
      const key = hash('sha256', identity.join('\n'));
      const known = kept.get(key);
      kept.delete(key);
      kept.set(key, { ...fault, count: (known?.count ?? 0) + 1, first: known?.first ?? at, last: at });
      if (known === undefined) onNew(fault);
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break;
        kept.delete(oldest);
      }
    },
    list: () => [...kept.values()].reverse(),
    counts: () => [...counts.values()],
  };
}

/** The list as text, for a reader at the desk's port. */
export function faultsText(faults: readonly KeptFault[]): string {
  if (faults.length === 0) return 'No page reported a fault since the start.\n';
  return faults
    .map(({ page, release, path, name, message, frames, count, first, last }) =>
      [
        `${name}: ${message}`,
        `  ${page} ${release === '' ? 'unknown build' : release}, ${path}; ${count} reports, ` +
          `first ${new Date(first).toISOString()}, last ${new Date(last).toISOString()}`,
        ...frames.map((frame) => `    ${frame}`),
        '',
      ].join('\n'),
    )
    .join('\n');
}
