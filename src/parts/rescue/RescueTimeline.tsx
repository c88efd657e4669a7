import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { Timeline, type TimelineEntry as ShownEntry } from '../../ui/Timeline/Timeline.tsx';
import { NoticeRoundLine } from './NoticeRoundLine.tsx';
import { noticeRounds, withRoundNumbers, type NoticeRound } from './noticeRounds.ts';
import { shownEvent } from './rescuePresentation.ts';
import './RescueTimeline.css';

interface RescueTimelineProps {
  timeline: LoadState<readonly TimelineEntry[]>;
  /** The notices to the people whom the ladder has called. */
  asked?: readonly NotificationRow[];
}

/** A round that no event began: the notices of the ringing itself, or those of a timeline that cannot be read. */
const entryOfRound = (round: NoticeRound): ShownEntry => ({
  id: `round ${round.at} ${round.title}`,
  at: round.at,
  actor: '通知阶梯（自动）',
  actorIcon: 'sliders-h',
  title: round.position === null && round.round === 0 ? '发出通知' : '升级通知',
  detail: <NoticeRoundLine round={round} />,
  icon: 'megaphone',
  tone: 'neutral',
});

/** The events in order of time, each round of notices in the event that began it. */
function entriesOf(timeline: readonly TimelineEntry[], asked: readonly NotificationRow[]): readonly ShownEntry[] {
  const rounds = noticeRounds(asked, timeline);
  const events = withRoundNumbers(timeline).map((entry): ShownEntry => {
    const shown = shownEvent(entry);
    const round = rounds.find(({ position }) => position === entry.position);
    if (round === undefined) return shown;
    return {
      ...shown,
      detail: (
        <>
          {shown.detail}
          <NoticeRoundLine round={round} />
        </>
      ),
    };
  });
  const known = new Set(timeline.map(({ position }) => position));
  const others = rounds.filter(({ position }) => position === null || !known.has(position)).map(entryOfRound);
  return [...others, ...events];
}

/** The steps of a rescue as far as they are loaded, with the notices of each round; says when they cannot be read or may be old. */
export function RescueTimeline({ timeline, asked = [] }: RescueTimelineProps) {
  switch (timeline.kind) {
    case 'loading':
      return <p className="rescue-timeline__note">正在读取时间线…</p>;
    case 'failed':
      return (
        <>
          <p className="rescue-timeline__note" role="alert">
            无法读取时间线：{timeline.message}
          </p>
          {asked.length > 0 && <Timeline entries={entriesOf([], asked)} />}
        </>
      );
    case 'ready':
      return (
        <>
          {timeline.problem !== null && (
            <p className="rescue-timeline__note" role="alert">
              可能不是最新：{timeline.problem}
            </p>
          )}
          <Timeline entries={entriesOf(timeline.value, asked)} />
        </>
      );
  }
}
