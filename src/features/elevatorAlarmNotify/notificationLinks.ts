import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { Permission } from '../../contract/permissions.ts';

export interface NotificationLink {
  readonly to: string;
  readonly label: string;
}

type Subjects = Pick<
  NotificationRow,
  'rescue_order_id' | 'alarm_id' | 'exception_id' | 'rule_id' | 'elevator_id' | 'tag'
>;

/** Links to what a notification is about, as far as this user may open it. */
export function linksOf(row: Subjects, can: (permission: Permission) => boolean): readonly NotificationLink[] {
  const link = (
    id: number | null,
    permission: Permission,
    to: string,
    label: (id: number) => string,
  ): readonly NotificationLink[] => (id === null || !can(permission) ? [] : [{ to: `${to}${id}`, label: label(id) }]);
  return [
    ...link(row.rescue_order_id, 'rescue.view', '/alarm-center?id=', (id) => `救援单 ${id}`),
    ...link(row.alarm_id, 'alarm.view', '/alarm-center/elevator-alarm?id=', (id) => `报警 ${id}`),
    ...link(row.exception_id, 'exception.view', '/alarm-center/fault-records?id=', (id) => `异常 ${id}`),
    ...link(row.rule_id, 'rule.view', '/alarm-center/alarm-setting?id=', (id) => `报警规则 ${id}`),
    ...link(row.elevator_id, 'elevator.view', '/elevator-screening?id=', (id) => `电梯 ${row.tag || id}`),
  ];
}
