import type { FaultPhenomenon, IncidentKind } from '../../../src/contract/exceptions.ts';
import type { AlarmPriority } from '../../../src/contract/labels.ts';

/** The level of what a person reports: 1 if people may come to harm, 3 if it can wait. A message code has a level of its own. */
export const phenomenonLevels: Readonly<Record<FaultPhenomenon, AlarmPriority>> = {
  code: 2,
  doorOpening: 2,
  doorClosing: 2,
  notRunning: 2,
  suddenStop: 2,
  brake: 1,
  levelling: 2,
  safetyChain: 1,
  emergencyCall: 1,
  noise: 3,
  vibration: 2,
  // Doors that close on people hurt them.
  doorPinch: 1,
  button: 3,
  smell: 3,
  other: 3,
};

export const incidentLevels: Readonly<Record<IncidentKind, AlarmPriority>> = {
  powerLoss: 2,
  outOfService: 3,
  inspection: 3,
  fireReturn: 1,
  firefighter: 1,
  emergencyPower: 2,
  earthquake: 1,
  offline: 3,
  powerCut: 1,
  other: 3,
};

export const scooterLevel: AlarmPriority = 2;
