import type { Directory } from '../../domain/directory.ts';
import type { LiftFacts } from './ruleEvent.ts';

/** Base data for rules that run live: the directory's, which waits for no query. */
export const liveFacts = (directory: Pick<Directory, 'elevator' | 'device'>): Pick<LiftFacts, 'lift' | 'device'> => ({
  lift(elevatorId) {
    const lift = directory.elevator(elevatorId);
    if (lift === undefined) return undefined;
    const { id, tag, addr, responsible, areaIds, installAtMs: installedAtMs, siteType } = lift;
    return { id, tag, addr, responsible, areaIds, installedAtMs, siteType };
  },
  device(deviceKey) {
    const device = directory.device(deviceKey);
    return device === undefined
      ? undefined
      : { elevatorId: device.elevatorId, isCollector: device.deviceType === 'COL' };
  },
});
