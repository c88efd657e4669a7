import type { Directory } from '../../domain/directory.ts';
import { readLiftExtras, type LiftExtras } from '../../domain/liftExtras.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { LiftFacts, RuleLift } from './ruleEvent.ts';

/** Base data for rules that run live: the directory's, and what it does not hold, read again after a change. */
export class RuleLifts implements Pick<LiftFacts, 'lift' | 'device'> {
  readonly #store: Pick<EventStore, 'reads'>;
  readonly #directory: Pick<Directory, 'elevator' | 'device' | 'generation'>;
  #extras: ReadonlyMap<number, LiftExtras> = new Map();
  #generation = -1;

  constructor(store: Pick<EventStore, 'reads'>, directory: Pick<Directory, 'elevator' | 'device' | 'generation'>) {
    this.#store = store;
    this.#directory = directory;
  }

  /** Call it before each batch of events; it reads only after base data has changed. */
  async refresh(): Promise<void> {
    const { generation } = this.#directory;
    if (generation === this.#generation) return;
    this.#extras = await readLiftExtras(this.#store.reads);
    this.#generation = generation;
  }

  lift(elevatorId: number): RuleLift | undefined {
    const lift = this.#directory.elevator(elevatorId);
    if (lift === undefined) return undefined;
    const { id, tag, addr, responsible } = lift;
    const { installedAtMs = null, siteType = '', areaIds = [] } = this.#extras.get(elevatorId) ?? {};
    return { id, tag, addr, responsible, areaIds, installedAtMs, siteType };
  }

  device(deviceKey: string): { readonly elevatorId: number; readonly isCollector: boolean } | undefined {
    const device = this.#directory.device(deviceKey);
    return device === undefined
      ? undefined
      : { elevatorId: device.elevatorId, isCollector: device.deviceType === 'COL' };
  }
}
