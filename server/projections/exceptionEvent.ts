import type { FaultEvent } from '../../src/contract/events/fault.ts';
import type { IncidentEvent } from '../../src/contract/events/incident.ts';
import type { ScooterEvent } from '../../src/contract/events/scooter.ts';

export type ExceptionEvent = FaultEvent | ScooterEvent | IncidentEvent;
