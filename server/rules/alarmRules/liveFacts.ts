import type { Directory } from '../../domain/city/directory.ts';
import type { LiftFacts } from './ruleEventOf.ts';

/** Base data for rules that run live: the directory's, which waits for no query. */
export const liveFacts = (directory: Pick<Directory, 'elevator' | 'device'>): Pick<LiftFacts, 'lift' | 'device'> => ({
  lift: (elevatorId) => directory.elevator(elevatorId),
  device(deviceKey) {
    const device = directory.device(deviceKey);
    return device === undefined
      ? undefined
      : { elevatorId: device.elevatorId, isCollector: device.deviceType === 'COL' };
  },
});
