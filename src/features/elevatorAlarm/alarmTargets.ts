import type { AlarmGroup } from '../../contract/endpoints/alarmBoard.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { GroupName } from './alarmSources.ts';

/** The target of a step: one alarm, or a selection as it was when the step began. */
export type AlarmTarget =
  | { readonly kind: 'one'; readonly id: number; readonly label: string }
  | { readonly kind: 'several'; readonly ids: readonly number[]; readonly label: string };

/** A line that is selected, by its key on the board. */
export type Selected =
  | { readonly kind: 'alarm'; readonly id: number; readonly label: string }
  | ({ readonly kind: 'group'; readonly label: string; readonly num: number } & GroupName);
export type Selection = ReadonlyMap<string, Selected>;

export const keyOfAlarm = (id: number): string => `alarm-${id}`;
export const labelOfAlarm = ({ kind_label: kind, tag, community_name: community }: AlarmRecordRow): string =>
  `${kind}（${community} ${tag}）`;
export const labelOfGroup = ({ community_name: community, kind_label: kind }: AlarmGroup): string =>
  `${community} · ${kind}`;
export const groupNameOf = ({ community_id: communityId, kind: alarmKind }: AlarmGroup): GroupName => ({
  communityId,
  alarmKind,
});

export const oneTarget = (alarm: AlarmRecordRow): AlarmTarget => ({
  kind: 'one',
  id: alarm.id,
  label: labelOfAlarm(alarm),
});
export const selectedAlarm = (alarm: AlarmRecordRow): Selected => ({
  kind: 'alarm',
  id: alarm.id,
  label: labelOfAlarm(alarm),
});
export const selectedGroup = (group: AlarmGroup): Selected => ({
  kind: 'group',
  label: labelOfGroup(group),
  num: group.alarm_num,
  ...groupNameOf(group),
});

/** Returns the number of selected alarms, as far as the board knows. */
export const selectedNum = (selection: Selection): number =>
  [...selection.values()].reduce((sum, one) => sum + (one.kind === 'group' ? one.num : 1), 0);

/** The selection with this line added or removed. */
export function toggled(selection: Selection, key: string, line: Selected): Selection {
  const next = new Map(selection);
  if (!next.delete(key)) next.set(key, line);
  return next;
}

/** The whole selection as one target; loads the ids that its groups count now. */
export async function targetOf(
  selection: Selection,
  idsOfGroup: (name: GroupName) => Promise<readonly number[]>,
): Promise<AlarmTarget> {
  const ids = new Set<number>();
  for (const one of selection.values())
    if (one.kind === 'alarm') ids.add(one.id);
    else for (const id of await idsOfGroup(one)) ids.add(id);
  const [first] = selection.values();
  const label = selection.size === 1 && first !== undefined ? first.label : '所选报警';
  return { kind: 'several', ids: [...ids], label: `${label} ${ids.size} 条` };
}
