import { followAccess } from '../access/everybody.ts';
import { randomBytes } from 'node:crypto';
import { createPresenceCodes, type PresenceCodes } from '../access/presenceCodes.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { createAlarmDesk } from './records/alarmDesk.ts';
import { Commands, createCommandDesk } from './devices/commandFacts.ts';
import { createDeviceFacts } from './devices/deviceFacts.ts';
import { createPassengerDesk, type CarReports, type PassengerDesk } from './records/passengerDesk.ts';
import { createReviewDesk, type ReviewDesk } from './records/reviewDesk.ts';
import { createExceptionDesk, type ExceptionDesk } from './records/exceptionDesk.ts';
import { nameOfCause } from './records/faultCause.ts';
import { Directory, type LiftChoice } from './city/directory.ts';
import type { IncidentRecorder, DeviceFacts, RescueDesk, AlarmDesk, CommandDesk, Settings } from './domain.ts';
import { createRereading } from './city/rereading.ts';
import { createRescueDesk } from './records/rescueDesk.ts';
import { readSteps } from './rows/rowDesk.ts';
import { loadSettings } from './city/settings.ts';
import { createPresenceJudge } from './visits/judgePresence.ts';
import { createVisitDesk, type VisitDesk } from './visits/visitDesk.ts';
import type { CommandQueue } from '../ports/commandQueue.ts';

export interface Domain {
  readonly devices: DeviceFacts;
  readonly commands: CommandQueue;
  readonly rescue: RescueDesk;
  readonly alarms: AlarmDesk;
  readonly exceptions: ExceptionDesk;
  readonly visits: VisitDesk;
  /** The codes that cars show to prove that somebody stands in them. */
  readonly presenceCodes: PresenceCodes;
  readonly reviews: ReviewDesk;
  readonly passengers: PassengerDesk;
  readonly commandDesk: CommandDesk;
  readonly settings: Settings;
  /** Throws if it cannot read lifts, and keeps trying in the background. */
  readonly reloadLifts: (only: LiftChoice) => Promise<void>;
}

export interface LoadedDomain extends Domain {
  readonly commands: Commands;
  readonly directory: Directory;
  /** Writes the pending counts; call it once no device is connected. */
  close(): Promise<void>;
}

/** All commands and reports, over one store. Loads base data and settings. */
export async function createDomain({
  store,
  clock,
  recorder,
  fleet,
  siteKey = randomBytes(32),
}: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly recorder?: IncidentRecorder | undefined;
  /** The lifts' last reports. */
  readonly fleet?: CarReports | undefined;
  /** The codes of cars are derived from it; without it they are those of this process alone. */
  readonly siteKey?: Uint8Array | undefined;
}): Promise<LoadedDomain> {
  const rereading = createRereading(clock);
  const directory = await Directory.load(store, rereading);
  const access = await followAccess(store);
  const settings = await loadSettings(store, clock);
  const commands = new Commands({ store, clock, directory });
  const presenceCodes = createPresenceCodes({ siteKey, clock });
  const judgePresence = createPresenceJudge(store, presenceCodes, clock);
  const parts = { store, clock, directory, settings, recorder };

  const devices = createDeviceFacts({ ...parts, fleet });
  return {
    directory,
    settings,
    commands,
    devices,
    rescue: createRescueDesk(parts),
    alarms: createAlarmDesk(parts),
    exceptions: createExceptionDesk({
      ...parts,
      fleet,
      causeNameOf: (code) => readSteps(store.rows, nameOfCause(store.rows, code)),
    }),
    visits: createVisitDesk({ ...parts, judgePresence }),
    presenceCodes,
    reviews: createReviewDesk(parts),
    passengers: createPassengerDesk({ ...parts, fleet }),
    commandDesk: createCommandDesk(commands, directory),
    reloadLifts: (only) => directory.reloadLifts(only),
    async close() {
      await rereading.close();
      await access.close();
      await devices.close();
    },
  };
}
