import type { TickerItem } from '../../streams/groupAlarms.ts';
import type { TickerItem as TickerRow } from '../../ui/wall/createTickerRing.ts';

const tones: readonly TickerRow['tone'][] = ['critical', 'high', 'medium'];
const toneOf = (priority: number, isOver: boolean): TickerRow['tone'] =>
  isOver ? 'neutral' : (tones[priority - 1] ?? 'medium');

/** The ticker's lines as the wall draws them: a group shows the number of lifts, a single alarm its lift. */
export function toTickerRows(items: readonly TickerItem[]): readonly TickerRow[] {
  return items.map((item) =>
    item.kind === 'group'
      ? {
          id: item.key,
          atMs: item.latestMs,
          label: `${item.kindLabel} ${item.lifts} 台`,
          tone: toneOf(item.priority, false),
          text: `${item.communityName === '' ? '多个小区' : item.communityName}，共 ${item.count.toLocaleString('zh-CN')} 条`,
        }
      : {
          id: item.key,
          atMs: item.alarm.raisedAtMs,
          label: item.alarm.kindLabel,
          tone: toneOf(item.alarm.priority, item.alarm.isOver),
          text: `${item.alarm.communityName} ${item.alarm.addr === '' ? item.alarm.tag : item.alarm.addr}`.trim(),
        },
  );
}
