import type * as z from 'zod';
import { ladderFields, rotaFields } from '../../../src/contract/rules/ladder.ts';
import { organizationOf } from './person.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { LadderTable, RotaTable } from '../../store/rowTables.ts';

export type LadderValues = z.output<typeof ladderFields>;
export type RotaValues = z.output<typeof rotaFields>;

/** `4-301`; empty for the default ladder. */
const refOf = ({ org_type, org_id }: { readonly org_type: number; readonly org_id: number }): string =>
  org_type === 0 ? '' : `${org_type}-${org_id}`;
/** The columns of an organisation as an editor writes it; both 0 for none. */
export const organizationColumns = (ref: string) => (ref === '' ? { org_type: 0, org_id: 0 } : organizationOf(ref));

/** The rows as an editor writes them. */
export const ladderValues = ({ name, rungs, ...organization }: Omit<LadderTable, 'id'>): LadderValues =>
  ladderFields.parse({ name, organization: refOf(organization), rungs: JSON.parse(rungs) });
export const rotaValues = ({ shifts, overrides, ...organization }: Omit<RotaTable, 'id'>): RotaValues =>
  rotaFields.parse({
    organization: refOf(organization),
    shifts: JSON.parse(shifts),
    overrides: JSON.parse(overrides),
  });

/** The rota of an organisation, `4-301`; undefined where nobody has entered one. */
export async function findRota({ rows }: Pick<EventStore, 'rows'>, ref: string): Promise<RotaValues | undefined> {
  const { org_type, org_id } = organizationOf(ref);
  const row = await rows
    .selectFrom('rotas')
    .selectAll()
    .where('org_type', '=', org_type)
    .where('org_id', '=', org_id)
    .executeTakeFirst();
  return row === undefined ? undefined : rotaValues(row);
}
