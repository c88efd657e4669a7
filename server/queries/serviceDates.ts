import type { Queries } from '../store/eventStore.ts';

/** Days, `2026-11-30`; null where nobody knows. */
export interface ServiceDates {
  readonly last: string | null;
  readonly next: string | null;
}

/** When the lift was last serviced and when it is due next, as far as the register knows: it keeps no service visits. */
export function lastAndNextService(_queries: Queries, _elevatorId: number): Promise<ServiceDates> {
  return Promise.resolve({ last: null, next: null });
}
