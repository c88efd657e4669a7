import * as z from 'zod';
import type { Recording } from '../../src/contract/endpoints/replay.ts';
import type { RingSample } from './fleetState.ts';

type Samples = Recording['samples'];

const column = z.array(z.number());
const samplesSchema = z.object({
  at_ms: column, floor: column, door: column, direction: column, people: column, service_mode: column, car_status: column, speed: z.array(z.number().nullable()),
});

export const noSamples = (): Samples => ({ at_ms: [], floor: [], door: [], direction: [], people: [], service_mode: [], car_status: [], speed: [] });

/** By column and by our own clock: devices' clocks may be wrong. */
export function samplesOf(ring: readonly RingSample[]): Samples {
  return {
    at_ms: ring.map(({ receivedAtMs }) => receivedAtMs),
    floor: ring.map(({ floor }) => floor),
    door: ring.map(({ door }) => door),
    direction: ring.map(({ direction }) => direction),
    people: ring.map(({ people }) => people),
    service_mode: ring.map(({ serviceMode }) => serviceMode),
    car_status: ring.map(({ carStatus }) => carStatus),
    speed: ring.map(({ speedCmps }) => speedCmps),
  };
}

/** The chunks of one recording joined in their order. Throws for a row that is not what was written. */
export function joinChunks(chunks: readonly string[]): Samples {
  const joined = noSamples();
  for (const chunk of chunks) {
    const samples = samplesSchema.parse(JSON.parse(chunk));
    joined.at_ms.push(...samples.at_ms);
    joined.floor.push(...samples.floor);
    joined.door.push(...samples.door);
    joined.direction.push(...samples.direction);
    joined.people.push(...samples.people);
    joined.service_mode.push(...samples.service_mode);
    joined.car_status.push(...samples.car_status);
    joined.speed.push(...samples.speed);
  }
  return joined;
}
