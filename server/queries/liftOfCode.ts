import type { EventStore } from '../store/eventStore.ts';

/** A lift as the page shows it: what is on the plate beside the code, and whom to ring. Its id never leaves the server. */
export interface CodeLift {
  readonly id: number;
  readonly communityName: string;
  readonly addr: string;
  /** Six digits. */
  readonly rescueCode: string;
  /** Index into `liftStateLabels`. */
  readonly state: number;
  readonly stateReason: string;
  readonly units: readonly { readonly role: string; readonly name: string; readonly telephone: string }[];
  /** Days, `2026-11-30`; null where nobody entered one. */
  readonly inspectedOn: string | null;
  readonly nextInspectionOn: string | null;
}

/** A mobile belongs to a person: the public is shown duty desks only. */
const mobileShape = /^(?:\+?86)?1[3-9]\d{9}$/;
const deskNumber = (...numbers: readonly (string | null)[]): string =>
  numbers.find((number) => number !== null && number !== '' && !mobileShape.test(number.replaceAll(/[\s()-]/g, ''))) ??
  '';

const dayOrNull = (day: string): string | null => (day === '' ? null : day);

/** The lift's row under `e` with its community under `c` and its companies under `p` and `m`. */
const liftsOf = ({ rows }: Pick<EventStore, 'rows'>) =>
  rows
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .leftJoin('organizations as p', 'p.id', 'e.property_id')
    .leftJoin('organizations as m', 'm.id', 'e.maintenance_id')
    .select([
      'e.id',
      'c.name as communityName',
      'e.addr',
      'e.rescue_code as rescueCode',
      'e.state',
      'e.state_reason',
      'e.inspected_on',
      'e.next_inspection_on',
      'p.name as property_name',
      'p.duty_phone as property_duty',
      'p.contact_mobile as property_contact',
      'm.name as maintenance_name',
      'm.duty_phone as maintenance_duty',
      'm.contact_mobile as maintenance_contact',
    ]);
type LiftRow = Awaited<ReturnType<ReturnType<typeof liftsOf>['executeTakeFirstOrThrow']>>;

const toCodeLift = (row: LiftRow): CodeLift => ({
  id: row.id,
  communityName: row.communityName,
  addr: row.addr,
  rescueCode: row.rescueCode,
  state: row.state,
  stateReason: row.state_reason,
  units: [
    {
      role: '使用单位',
      name: row.property_name ?? '',
      telephone: deskNumber(row.property_duty, row.property_contact),
    },
    {
      role: '维保单位',
      name: row.maintenance_name ?? '',
      telephone: deskNumber(row.maintenance_duty, row.maintenance_contact),
    },
  ].filter(({ name }) => name !== ''),
  inspectedOn: dayOrNull(row.inspected_on),
  nextInspectionOn: dayOrNull(row.next_inspection_on),
});

/**
 * Returns the lift with this code as the public page shows it; undefined when there is none. One row by its key, on the connection that waits
 * behind no export.
 */
export async function liftOfCode(store: Pick<EventStore, 'rows'>, code: string): Promise<CodeLift | undefined> {
  const row = await liftsOf(store)
    .where('e.code', '=', code)
    // As the index has it.
    .where('e.code', '<>', '')
    .executeTakeFirst();
  return row === undefined ? undefined : toCodeLift(row);
}

/** The same by its id, for users who see the lift. */
export async function codeLiftOf(store: Pick<EventStore, 'rows'>, elevatorId: number): Promise<CodeLift | undefined> {
  const row = await liftsOf(store).where('e.id', '=', elevatorId).executeTakeFirst();
  return row === undefined ? undefined : toCodeLift(row);
}
