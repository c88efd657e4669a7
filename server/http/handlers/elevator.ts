import type { LatestData } from '../../../src/contract/entities/elevator.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { commandStateLabels } from '../../../src/contract/labels.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import type { OwnPasswordCheck } from '../../domain/base/ownPassword.ts';
import type { Principal } from '../../access/principal.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { requireElevatorInScope } from '../../domain/city/recordScope.ts';
import { NotFound, Refusal } from '../../domain/refusal.ts';
import type { DeviceLinks } from '../../ports/deviceLinks.ts';
import type { FleetReader } from '../../ports/fleetReader.ts';
import { standingCodesOf } from '../../domain/devices/deviceCodes.ts';
import { findElevator, listDevices, listElevators } from '../../queries/elevator.ts';
import { samplesOf } from '../../telemetry/recordingSamples.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import type { Domain } from '../../domain/createDomain.ts';

type ElevatorHandlers = Pick<
  Handlers,
  'elevatorList' | 'elevatorDetail' | 'deviceLatestData' | 'deviceStatus' | 'deviceRunCommand'
>;

export interface ElevatorHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly domain: Domain;
  readonly directory: Directory;
  readonly latest: FleetReader;
  readonly links: Pick<DeviceLinks, 'heardAgoMs'>;
  /** Asked again before a device is interrupted. */
  readonly checkOwnPassword: OwnPasswordCheck;
}

/** A report older than this many report periods is shown as stale. */
const stalePeriods = 3;
/** The time that `recent` covers. */
const recentMs = 300_000;
/** These stop a device for a while, so the person confirms them with their own password. */
const interruptingCommands = new Set(['reboot_app', 'reboot_system']);

export function elevatorHandlers({
  store,
  clock,
  domain,
  directory,
  latest,
  checkOwnPassword,
  links,
}: ElevatorHandlerParts): ElevatorHandlers {
  const requireElevator = (by: Principal, elevatorId: number) => requireElevatorInScope(directory, by, elevatorId);

  return {
    elevatorList: (input, { principal }) => listElevators(store, domain.settings, principal, input, clock.nowMs()),

    async elevatorDetail(input, { principal }) {
      const detail = await findElevator(store, domain.settings, principal, input.id, clock.nowMs());
      if (detail === undefined) throw new NotFound('电梯不存在，或您无权查看');
      return detail;
    },

    async deviceLatestData(input, { principal }) {
      requireElevator(principal, input.elevator_id);
      const data = await withKnownCodes(latestDataOf(input.elevator_id), latest.get(input.elevator_id)?.report.codes);
      return input.recent_since_ms === undefined
        ? data
        : { ...data, recent: recentOf(input.elevator_id, input.recent_since_ms) };
    },

    async deviceStatus(input, { principal }) {
      requireElevator(principal, input.elevator_id);
      return listDevices(store, latest, input.elevator_id, clock.nowMs(), (key) => links.heardAgoMs(key));
    },

    async deviceRunCommand(input, { principal }) {
      if (interruptingCommands.has(input.identifier)) {
        const confirmed =
          input.password === undefined
            ? undefined
            : await checkOwnPassword(principal.userId, input.password.toLowerCase());
        if (confirmed === undefined)
          throw new Refusal('该指令会中断设备，请输入本人密码确认', refusalCodes.invalid, [
            { field: 'password', message: '请输入正确的本人密码' },
          ]);
      }
      const { commandId, state } = await domain.commandDesk.queue(principal, {
        elevatorId: input.elevator_id,
        identifier: input.identifier,
        payload: input.payload,
        deviceKey: input.device_key,
        ttlMs: input.ttl_seconds === undefined ? undefined : input.ttl_seconds * 1_000,
      });
      return { command_id: commandId, state, state_label: commandStateLabels.queued };
    },
  };

  /** If no report since the start says anything about codes: those that stand in the log. */
  async function withKnownCodes(data: LatestData, reported: readonly string[] | undefined): Promise<LatestData> {
    return reported === undefined ? { ...data, codes: [...(await standingCodesOf(store, data.elevator_id))] } : data;
  }

  function recentOf(elevatorId: number, sinceMs: number): NonNullable<LatestData['recent']> {
    const ring = latest.ring(elevatorId);
    const newestMs = ring.at(-1)?.receivedAtMs ?? 0;
    // The caller knows a newer time than all our reports: our clock was set back, so everything is new.
    const fromMs = sinceMs > newestMs ? 0 : sinceMs;
    const oldestMs = clock.nowMs() - recentMs;
    return {
      samples: samplesOf(ring.filter(({ receivedAtMs }) => receivedAtMs > fromMs && receivedAtMs >= oldestMs)),
      follows_on: ring.some(({ receivedAtMs }) => receivedAtMs === sinceMs),
    };
  }

  function latestDataOf(elevatorId: number): LatestData {
    const known = latest.get(elevatorId);
    const deviceKey = known?.deviceKey ?? directory.collectorOf(elevatorId)?.deviceKey ?? '';
    if (known === undefined) {
      return {
        elevator_id: elevatorId,
        device_key: deviceKey,
        at: null,
        received_at: null,
        age_ms: null,
        stale: true,
        service_mode: null,
        car_status: null,
        direction: null,
        door_zone: null,
        floor: null,
        door: null,
        people: null,
        speed: null,
        load: null,
        codes: [],
        hours: null,
        runs: null,
      };
    }
    const { report, receivedAtMs } = known;
    const ageMs = clock.nowMs() - receivedAtMs;
    const periodMs = directory.device(deviceKey)?.reportPeriodMs ?? 5_000;
    return {
      elevator_id: elevatorId,
      device_key: deviceKey,
      at: toWireTime(report.at),
      received_at: toWireTime(receivedAtMs),
      age_ms: ageMs,
      stale: ageMs > stalePeriods * periodMs,
      service_mode: report.service_mode,
      car_status: report.car_status,
      direction: report.direction,
      door_zone: report.door_zone,
      floor: report.floor,
      door: report.door,
      people: report.people,
      speed: report.speed ?? null,
      load: report.load ?? null,
      codes: report.codes ?? [],
      hours: report.hours ?? null,
      runs: report.runs ?? null,
    };
  }
}
