import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../streams/loadState.ts';
import { Timeline } from '../../ui/Timeline/Timeline.tsx';
import { shownEvent } from './rescuePresentation.ts';
import './RescueTimeline.css';

/** The steps of a rescue as far as they are loaded; says when they cannot be read or may be old. */
export function RescueTimeline({ timeline }: { timeline: LoadState<readonly TimelineEntry[]> }) {
  switch (timeline.kind) {
    case 'loading':
      return <p className="rescue-timeline__note">正在读取时间线…</p>;
    case 'failed':
      return (
        <p className="rescue-timeline__note" role="alert">
          无法读取时间线：{timeline.message}
        </p>
      );
    case 'ready':
      return (
        <>
          {timeline.problem !== null && (
            <p className="rescue-timeline__note" role="alert">
              可能不是最新：{timeline.problem}
            </p>
          )}
          <Timeline entries={timeline.value.map(shownEvent)} />
        </>
      );
  }
}
