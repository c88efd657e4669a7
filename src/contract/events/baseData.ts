import { rowChanged } from '../defineRows.ts';
import { rowKinds, type RowKinds } from '../rowKinds.ts';

type RowEvents = {
  readonly [Kind in keyof RowKinds as `${Kind}.changed`]: ReturnType<typeof rowChanged<RowKinds[Kind]['logged']>>;
};

/** Events of the streams `brand-<id>`, `person-<id>` and so on: one for each kind of rows. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- computed names lose their types
export const baseDataEvents = Object.fromEntries(
  Object.values(rowKinds).map(({ kind, logged }) => [`${kind}.changed`, rowChanged<typeof logged>(logged)]),
) as unknown as RowEvents;
export type BaseDataEventType = keyof RowEvents;
