import type { FieldValues } from 'react-hook-form';
import * as z from 'zod';
import type { Call } from '../../contract/call.ts';
import { communitySave } from '../../contract/endpoints/community.ts';
import { deviceBind } from '../../contract/endpoints/device.ts';
import { elevatorSave } from '../../contract/endpoints/liftRegister.ts';
import { userSave } from '../../contract/endpoints/user.ts';
import { communityFields } from '../../contract/entities/community.ts';
import { requiredLine } from '../../contract/rows.ts';
import { userFields } from '../../contract/entities/access.ts';

const quiet = { quiet: true } as const;

/** A first dispatcher: the account's own fields; role and region are the wizard's. */
export const dispatcherSchema = userFields.pick({ account: true, name: true, mobile: true });

/** Makes the account of a dispatcher for the region. Returns the one-time password; null where only a super administrator learns it. */
export async function createDispatcher(
  call: Call,
  values: FieldValues,
  { roleId, regionId }: { readonly roleId: number; readonly regionId: number },
): Promise<string | null> {
  const { password = null } = await call(
    userSave,
    { ...dispatcherSchema.parse(values), role_id: roleId, organizations: [`1-${regionId}`] },
    quiet,
  );
  return password;
}

/** A lift for the first test: a community, a lift and its collector in one go. */
export const firstLiftSchema = z.object({
  community_name: communityFields.shape.name,
  lng: communityFields.shape.lng,
  lat: communityFields.shape.lat,
  tag: requiredLine('电梯编号', 40),
  device_key: z.string('请填写设备编号').regex(/^[A-Za-z0-9_-]{1,64}$/, '设备编号只能有字母、数字、- 与 _，最多 64 位'),
});

export const firstLiftDefaults = {
  community_name: '测试小区',
  lng: null,
  lat: null,
  tag: 'TEST-01',
  device_key: 'TEST-COL-01',
};

/** The existing part of a first lift: a second try after a refusal continues where the first one ended. */
export interface MadeLift {
  communityId?: number;
  elevatorId?: number;
}

/** Makes what is missing of the first lift, each by the call of its own desk. Rejects with that desk's refusal. */
export async function createFirstLift(
  call: Call,
  values: FieldValues,
  regionId: number,
  made: MadeLift,
): Promise<void> {
  const first = firstLiftSchema.parse(values);
  made.communityId ??= (
    await call(
      communitySave,
      {
        name: first.community_name,
        area_id: regionId,
        lng: first.lng,
        lat: first.lat,
        remark: '开站向导为测试建立',
      },
      quiet,
    )
  ).id;
  made.elevatorId ??= (
    await call(elevatorSave, { tag: first.tag, addr: '测试电梯', community_id: made.communityId, floor_max: 10 }, quiet)
  ).id;
  await call(
    deviceBind,
    {
      elevator_id: made.elevatorId,
      device_key: first.device_key,
      device_type: 'COL',
      is_rescue_terminal: true,
    },
    quiet,
  );
}
