import { carSamplesSchema, type CarSamples } from '../../src/contract/entities/elevator.ts';
import type { RingSample } from '../ports/fleetReader.ts';

const noSamples = (): CarSamples => ({
  at_ms: [],
  floor: [],
  door: [],
  direction: [],
  people: [],
  service_mode: [],
  car_status: [],
  speed: [],
});

/** By column and by our own clock: devices' clocks may be wrong. */
export function samplesOf(ring: readonly RingSample[]): CarSamples {
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
export function joinChunks(chunks: readonly string[]): CarSamples {
  const joined = noSamples();
  for (const chunk of chunks) {
    const samples = carSamplesSchema.parse(JSON.parse(chunk));
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
