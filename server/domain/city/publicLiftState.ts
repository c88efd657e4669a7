import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { isInMaintenance, type LiftConditionParts } from './liftCondition.ts';

/** The state of a lift in three words for those who ride in it. */
export const publicStateLabels = { normal: '正常', maintenance: '检修中', outOfUse: '停用' } as const;
export type PublicLiftState = keyof typeof publicStateLabels;

/** A lift that the register has out of use is that; otherwise it is in maintenance while it runs in inspection mode. */
export async function publicLiftState(
  parts: LiftConditionParts,
  lift: { readonly id: number; readonly state: number },
): Promise<PublicLiftState> {
  if (lift.state !== liftStates.inUse) return 'outOfUse';
  return (await isInMaintenance(parts, lift.id)) ? 'maintenance' : 'normal';
}
