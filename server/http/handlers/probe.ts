import { probeStageLabels } from '../../../src/contract/endpoints/probe.ts';
import { toWireTimeOrNull } from '../../../src/contract/time.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { isSuperior, outageCallProblem } from '../../domain/rules/outageCallees.ts';
import { requireElevatorInScope } from '../../domain/city/recordScope.ts';
import { findLiftProven } from '../../queries/liftProven.ts';
import type { Channels } from '../../notify/adapter.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { DeviceLinks } from '../../ports/deviceLinks.ts';
import type { FleetReader } from '../../ports/fleetReader.ts';
import type { ChainProbe } from '../../probe/chainProbe.ts';
import type { Handlers } from '../handlers.ts';

export interface ProbeHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly latest: FleetReader;
  readonly links: Pick<DeviceLinks, 'heardAgoMs' | 'shedReports'>;
  readonly chain: Pick<ChainProbe, 'isEnabled' | 'answered' | 'status'>;
  readonly channels: Pick<Channels, 'adapterOf'>;
}

export function probeHandlers({
  store,
  clock,
  directory,
  latest,
  links,
  chain,
  channels,
}: ProbeHandlerParts): Pick<Handlers, 'probeAnswer' | 'probeStatus' | 'elevatorProven'> {
  /** Returns the time at which any device of the lift was last heard, epoch ms; null if none was heard since the start. */
  function heardAtMs(elevatorId: number): number | null {
    const nowMs = clock.nowMs();
    const times = directory
      .devices()
      .filter((device) => device.elevatorId === elevatorId)
      .flatMap(({ deviceKey }) => {
        const agoMs = links.heardAgoMs(deviceKey);
        return agoMs === undefined ? [] : [nowMs - agoMs];
      });
    const reportedAtMs = latest.get(elevatorId)?.receivedAtMs;
    if (reportedAtMs !== undefined) times.push(reportedAtMs);
    return times.length === 0 ? null : Math.max(...times);
  }

  return {
    async elevatorProven({ elevator_id: elevatorId }, { principal }) {
      requireElevatorInScope(directory, principal, elevatorId);
      return findLiftProven(store, elevatorId, heardAtMs(elevatorId));
    },
    async probeAnswer({ probe_id: probeId, armed }) {
      chain.answered(probeId, armed);
      return {};
    },
    async probeStatus(_input, { principal }) {
      const callProblem =
        chain.isEnabled && isSuperior(principal)
          ? await outageCallProblem({ store, clock }, channels.adapterOf('voice') !== undefined)
          : '';
      const shed = links.shedReports();
      return {
        ...(callProblem === '' ? {} : { call_problem: callProblem }),
        enabled: chain.isEnabled,
        stages: chain.status().map(({ stage, provenAtMs, isSilent }) => ({
          stage,
          label: probeStageLabels[stage],
          proven_at: toWireTimeOrNull(provenAtMs),
          is_silent: isSilent,
        })),
        ...(shed === undefined
          ? {}
          : {
              reports: {
                skipped_last_minute: shed.lastMinute,
                since: toWireTimeOrNull(shed.sinceMs),
              },
            }),
      };
    },
  };
}
