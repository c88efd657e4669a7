import type { EventStore } from '../store/eventStore.ts';

/** A lift as the public page shows it: nothing that is not on the plate beside the code already, and no id of ours. */
export interface CodeLift {
  readonly communityName: string;
  readonly addr: string;
  /** Six digits. */
  readonly rescueCode: string;
  /** Index into `liftStateLabels`. */
  readonly state: number;
}

/**
 * Returns the lift with this code as the public page shows it; undefined when there is none. One row by its key, on the connection that waits
 * behind no export.
 */
export async function liftOfCode({ rows }: Pick<EventStore, 'rows'>, code: string): Promise<CodeLift | undefined> {
  return (
    rows
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .select(['c.name as communityName', 'e.addr', 'e.rescue_code as rescueCode', 'e.state'])
      .where('e.code', '=', code)
      // As the index has it.
      .where('e.code', '<>', '')
      .executeTakeFirst()
  );
}
