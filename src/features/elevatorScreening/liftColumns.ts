import { doorLabels, doorStates } from '../../contract/labels.ts';
import type { LiftFleet } from '../../streams/liftFleet.ts';
import { liftLookStyles } from '../../parts/lift/liftLookStyles.ts';
import type { LiveColumn } from '../../ui/liveTable/liveTableTypes.ts';
import { rankTexts } from '../../ui/liveTable/sortRows.ts';
import { usualFloorLabel } from '../../ui/shaft/shaftFloors.ts';
import type { Tone } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';

const tones: readonly Tone[] = ['neutral', 'ok', 'offline', 'info', 'medium', 'critical'];
/** Worst first: calling, out of service, offline, inspected, moving, idle. */
const urgency = [5, 4, 2, 3, 1, 0] as const;
const arrows = ['', '↑', '↓'] as const;
const silentMs = 15_000;

/** The live list's columns over the fleet's arrays. `nowMs` is the server's time. */
export function liftColumns(
  fleet: LiftFleet,
  communityName: (communityId: number) => string,
  nowMs: () => number,
): readonly LiveColumn[] {
  const tagRanks = rankTexts(fleet.tags);
  const community = (row: number): string => communityName(fleet.communityIds[row] ?? 0);
  const isKnown = (row: number): boolean => (fleet.seenMs[row] ?? 0) > 0;
  return [
    {
      key: 'tag',
      title: '电梯标签',
      widthPx: 82,
      text: (row) => fleet.tags[row] ?? '',
      sortKey: (row) => tagRanks[row] ?? 0,
    },
    { key: 'community', title: '小区', text: community, sortKey: (row) => fleet.communityIds[row] ?? 0 },
    {
      key: 'look',
      title: '状态',
      widthPx: 64,
      text: (row) => liftLookStyles[fleet.looks[row] ?? 0]?.label ?? '',
      tone: (row) => tones[fleet.looks[row] ?? 0] ?? null,
      sortKey: (row) => urgency[fleet.looks[row] ?? 0] ?? 9,
    },
    {
      key: 'floor',
      title: '楼层',
      widthPx: 46,
      align: 'right',
      text: (row) =>
        isKnown(row) ? `${arrows[fleet.directions[row] ?? 0] ?? ''} ${usualFloorLabel(fleet.floors[row] ?? 0)}` : '—',
      sortKey: (row) => fleet.floors[row] ?? 0,
    },
    {
      key: 'door',
      title: '轿门',
      widthPx: 56,
      text: (row) => (isKnown(row) ? doorLabels[doorStates[fleet.doors[row] ?? 0] ?? 'closed'] : '—'),
    },
    {
      key: 'people',
      title: '人数',
      widthPx: 44,
      align: 'right',
      text: (row) => (isKnown(row) ? String(fleet.people[row] ?? 0) : '—'),
      sortKey: (row) => fleet.people[row] ?? 0,
    },
    {
      key: 'seen',
      title: '最近上报',
      widthPx: 88,
      align: 'right',
      text: (row) => (isKnown(row) ? `${describeDuration(Math.max(0, nowMs() - (fleet.seenMs[row] ?? 0)))}前` : '—'),
      tone: (row) => (isKnown(row) && nowMs() - (fleet.seenMs[row] ?? 0) > silentMs ? 'offline' : null),
      sortKey: (row) => -(fleet.seenMs[row] ?? 0),
    },
  ];
}
