import { sectionOf, timeOf, type TickerItem, type TickerSection } from '../../streams/lists/groupAlarms.ts';
import type { TickerItem as TickerRow } from '../../ui/wall/createTickerRing.ts';

const tones: readonly TickerRow['tone'][] = ['critical', 'high', 'medium'];
const toneOf = (priority: number, isOver: boolean): TickerRow['tone'] =>
  isOver ? 'neutral' : (tones[priority - 1] ?? 'medium');

const headings: Readonly<Record<TickerSection, string>> = {
  urgent: '紧急，尚未结束',
  recent: '近 10 分钟',
  earlier: '10 分钟以前',
};

const rowOf = (item: TickerItem): TickerRow =>
  item.kind === 'group'
    ? {
        id: item.key,
        atMs: item.latestMs,
        label: `${item.kindLabel} ${item.lifts} 台`,
        tone: toneOf(item.priority, false),
        text: item.communityName === '' ? '多个小区' : item.communityName,
        place: `共 ${item.count.toLocaleString('zh-CN')} 条`,
      }
    : {
        id: item.key,
        atMs: item.alarm.raisedAtMs,
        label: item.alarm.kindLabel,
        tone: toneOf(item.alarm.priority, item.alarm.isOver),
        text: item.alarm.communityName,
        place: item.alarm.addr === '' ? item.alarm.tag : item.alarm.addr,
      };

/**
 * The ticker's lines as the wall draws them: a group shows the number of lifts, a single alarm its lift. A heading stands above what
 * is urgent, what came in the last ten minutes (the number in the panel's title) and what is older, as of `atMs`, epoch ms.
 */
export function toTickerRows(items: readonly TickerItem[], atMs: number): readonly TickerRow[] {
  let above: TickerSection | null = null;
  return items.flatMap((item) => {
    const section = sectionOf(item, atMs);
    const row = rowOf(item);
    if (section === above) return [row];
    above = section;
    return [
      {
        id: `heading-${section}`,
        atMs: timeOf(item),
        label: '',
        tone: 'neutral',
        text: headings[section],
        isHeading: true,
      },
      row,
    ];
  });
}
