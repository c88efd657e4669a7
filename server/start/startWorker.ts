import type { Core } from './openCore.ts';
import type { FleetReader } from '../ports/fleetReader.ts';
import { startRules, type RulesNeeds } from './startRules.ts';
import { startMinuteSampler } from '../telemetry/minuteSampler.ts';

interface WorkerNeeds extends RulesNeeds, Pick<Core, 'chain' | 'sendProbe' | 'onTrouble'> {
  readonly fleet: FleetReader;
}

interface Worker {
  /** Begins with the synthetic calls: once devices and consoles can connect. */
  startProbing(): void;
}

/** Starts what one process does for the whole site: rules, deadlines, notifications, the minutes of the fleet, synthetic calls. */
export function startWorker(needs: WorkerNeeds): Worker {
  const { store, clock, fleet, chain, sendProbe, opened, onTrouble } = needs;
  opened(startMinuteSampler({ store, clock, fleet, onTrouble }));
  startRules(needs);
  return {
    startProbing() {
      opened(chain.start(sendProbe));
    },
  };
}
