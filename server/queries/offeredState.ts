import type { KeptState } from '../../src/contract/entities/keptState.ts';
import { keptStateOf } from '../../src/machines/advance.ts';
import { streamName, streamNumber } from '../../src/contract/streamName.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent } from '../../src/machines/lifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { stepsOffered } from '../domain/stepsOffered.ts';
import type { Queries } from '../store/eventStore.ts';
import { machineTable } from '../store/lifecycleTables.ts';

export interface OfferedState<Type extends string = string> {
  readonly state: KeptState;
  readonly allowed_actions: Type[];
}

/** A row's members for its steps: the machine's JSON for clients that ask it themselves, and its answer for those that do not. */
export const offeredState = <E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  state: S,
  version: number,
  by: Principal,
): OfferedState<E['type']> => ({
  state: keptStateOf(lifecycle, state, version),
  allowed_actions: stepsOffered(lifecycle, state, by),
});

/** The same of several records, by their ids. A record without a machine, as one of an interrupted rebuild, is not among them. */
export async function offeredStates<E extends UnparsedEvent, S extends LifecycleState>(
  queries: Queries,
  lifecycle: Lifecycle<E, S>,
  ids: readonly number[],
  by: Principal,
): Promise<ReadonlyMap<number, OfferedState<E['type']>>> {
  if (ids.length === 0) return new Map();
  const machines = await queries
    .selectFrom(machineTable(lifecycle.streamPrefix))
    .select(['stream', 'state', 'version'])
    .where(
      'stream',
      'in',
      ids.map((id) => streamName(lifecycle.streamPrefix, id)),
    )
    .execute();
  return new Map(
    machines.map(({ stream, state, version }) => [
      streamNumber(stream),
      offeredState(lifecycle, lifecycle.fromJson(JSON.parse(state)), version, by),
    ]),
  );
}
