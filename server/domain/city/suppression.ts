import type { AlarmKind, AlarmPriority } from '../../../src/contract/labels.ts';

/** Why an alarm that can wait is kept from the lists that ask for someone: it is counted there, and can be opened. */
const suppressionReasons = ['maintenance', 'incident'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** What is known of the lift when one of its alarms is raised. */
export interface LiftCondition {
  /** It runs in inspection mode, or reported so and has not come back; or the workers of a visit are at work. */
  readonly isInMaintenance: boolean;
  /** It belongs to an open power cut and has not come back. */
  readonly isWithoutPower: boolean;
}

/**
 * What follows from a lack of power alone: its doors stand where they were or open and close as the mains flickers, it drives to a
 * landing on its battery, its brake falls in, and its camera sees a dark car. A scooter, a gas bottle, a load or somebody at the doors is
 * none of these: they say that a person is there.
 */
const followsFromPowerCut: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  'longTimeOpen',
  'openCloseLoop',
  'runWithoutPeople',
  'camCovered',
  'warn_shake',
]);

/** Never anything of priority 1, whatever its kind: such an alarm is never hidden, for no reason. */
export function suppressionOf(
  alarm: { readonly kind: AlarmKind; readonly priority: AlarmPriority },
  { isInMaintenance, isWithoutPower }: LiftCondition,
): SuppressionReason | undefined {
  if (alarm.priority === 1) return undefined;
  if (isInMaintenance) return 'maintenance';
  return isWithoutPower && followsFromPowerCut.has(alarm.kind) ? 'incident' : undefined;
}
