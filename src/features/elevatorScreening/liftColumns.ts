import { doorLabels, doorStates } from '../../contract/labels.ts';
import type { LiftFleet } from '../../streams/fleet/liftFleet.ts';
import { liftLookStyles } from '../../parts/lift/liftLookStyles.ts';
import { textWidth } from '../../ui/list/shareWidths.ts';
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
/** Rows in view are confirmed every two seconds; an age that is older than this may leave out later reports. */
const trustedMs = 10_000;
/** Sorts as one that reported just now. */
const latest = -Number.MAX_SAFE_INTEGER;

/** Room for the longest number of the fleet on one line, or on two where that would leave too little for the rest, in px. */
function tagWidthPx(tags: readonly string[]): number {
  let widest = 0;
  for (const tag of tags) widest = Math.max(widest, textWidth(tag, 13));
  return Math.max(82, widest <= 140 ? widest + 4 : Math.ceil(widest / 2) + 20);
}

/** The live list's columns over the fleet's arrays. `nowMs` is the server's time. */
export function liftColumns(
  fleet: LiftFleet,
  communityName: (communityId: number) => string,
  nowMs: () => number,
): readonly LiveColumn[] {
  // Only a user who sorts by them waits for it: a hundred thousand labels take a tenth of a second.
  let tagRanks: Float64Array | null = null;
  const tagRankOf = (row: number): number => (tagRanks ??= rankTexts(fleet.tags))[row] ?? 0;
  const community = (row: number): string => communityName(fleet.communityIds[row] ?? 0);
  const isOnline = (row: number): boolean => fleet.statuses[row] === 1;
  const ageMs = (row: number): number => Math.max(0, nowMs() - (fleet.seenMs[row] ?? 0));
  /** A lift that is offline sends nothing: its last report stays the last one. */
  const isAgeKnown = (row: number): boolean =>
    !isOnline(row) || nowMs() - (fleet.confirmedMs[row] ?? 0) < trustedMs || ageMs(row) < trustedMs;
  const isKnown = (row: number): boolean => (fleet.seenMs[row] ?? 0) > 0;
  return [
    {
      key: 'tag',
      title: '电梯标签',
      widthPx: tagWidthPx(fleet.tags),
      isWhole: true,
      text: (row) => fleet.tags[row] ?? '',
      sortKey: tagRankOf,
    },
    { key: 'community', title: '小区', widthPx: 80, text: community, sortKey: (row) => fleet.communityIds[row] ?? 0 },
    { key: 'address', title: '地址', text: (row) => fleet.addresses[row] ?? '' },
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
      text: (row) => (!isKnown(row) ? '—' : isAgeKnown(row) ? `${describeDuration(ageMs(row))}前` : '在线'),
      tone: (row) => (isKnown(row) && isAgeKnown(row) && ageMs(row) > silentMs ? 'offline' : null),
      // Out of view an online lift's last report is not known, and need not be: those that are silent are looked for.
      sortKey: (row) => (isOnline(row) ? latest : -(fleet.seenMs[row] ?? 0)),
    },
  ];
}
