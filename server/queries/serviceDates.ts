import type { Queries } from '../store/eventStore.ts';

/** Days, `2026-11-30`; null where the platform knows none. */
export interface ServiceDates {
  readonly last: string | null;
  readonly next: string | null;
}

/** The day of the lift's last maintenance visit of the cycle, and the day on which the next is due. */
export async function lastAndNextService(queries: Queries, elevatorId: number): Promise<ServiceDates> {
  const ofCycle = queries.selectFrom('visits').where('elevator_id', '=', elevatorId).where('depth', '>', 0);
  const [done, open] = await Promise.all([
    ofCycle.select(({ fn }) => fn.max('done_on').as('day')).executeTakeFirst(),
    ofCycle.select('due_on as day').where('is_open', '=', 1).executeTakeFirst(),
  ]);
  return { last: done?.day ?? null, next: open?.day ?? null };
}
