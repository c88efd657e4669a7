import type { DeviceRow } from '../../contract/entities/elevator.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { describeDuration } from '../../ui/time/formatDuration.ts';

/** The server knows only signals received since it started; the status shows whether a device has ever reported. */
export const unheard = (status: number): string => (status === 0 ? '从未上报' : '服务器启动后尚未上报');

/** Returns the time of a device's last report, in words. */
export function signalText(
  { status, statusResult, last_seen_at: lastSeenAt, status_changed_at: changedAt }: DeviceRow,
  nowMs: number,
): string {
  if (lastSeenAt !== null) return `${describeDuration(Math.max(0, nowMs - Date.parse(lastSeenAt)))}前上报`;
  return status === 2 && changedAt !== null
    ? `${toDisplayTime(changedAt).slice(5, 16)} 起${statusResult}`
    : unheard(status);
}
