// What lists of deposits and withdrawals are filtered by.

export interface FundsFilter {
  readonly coin?: string | undefined;
  readonly network?: string | undefined;
  readonly status?: number | undefined;
  readonly stage?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly current: number;
  readonly size: number;
}
