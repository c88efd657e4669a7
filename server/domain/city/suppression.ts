import type { AlarmKind, AlarmPriority } from '../../../src/contract/labels.ts';

/** The reasons for which an alarm that can wait is kept from the lists that ask for someone: it is counted there, and can be opened. */
const suppressionReasons = ['maintenance', 'outage', 'incident'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Something that explains the lesser alarms of a lift for a while. */
export interface SuppressionRule {
  readonly reason: SuppressionReason;
  /** Of the alarms that can wait, those that it explains; all of them if absent. */
  readonly explains?: (kind: AlarmKind) => boolean;
}

/**
 * Kinds of alarms that follow from a lack of power alone: the doors stand where they were or open and close as the mains flickers, the lift
 * drives to a landing on its battery, its brake falls in, and its camera sees a dark car. A scooter, a gas bottle, a load or somebody at the doors
 * is none of these: they say that a person is there.
 */
export const followsFromPowerCut: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  'longTimeOpen',
  'openCloseLoop',
  'runWithoutPeople',
  'camCovered',
  'warn_shake',
]);

/**
 * The reason by the first of the rules that hold for the lift and explain the alarm. Never anything of priority 1, whatever its kind:
 * such an alarm is never hidden, for no reason, and a call for help is always one.
 */
export function suppressionOf(
  alarm: { readonly kind: AlarmKind; readonly priority: AlarmPriority },
  holding: readonly SuppressionRule[],
): SuppressionReason | undefined {
  if (alarm.priority === 1) return undefined;
  return holding.find(({ explains }) => explains === undefined || explains(alarm.kind))?.reason;
}
