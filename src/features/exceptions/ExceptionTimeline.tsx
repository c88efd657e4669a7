import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { ExceptionDetail } from '../../contract/entities/exception.ts';
import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { Photos } from '../../parts/photos/Photos.tsx';
import { RescueTimeline } from '../../parts/rescue/RescueTimeline.tsx';
import { ready } from '../../streams/loading/loadState.ts';
import { Timeline, type TimelineEntry as ShownEntry } from '../../ui/Timeline/Timeline.tsx';
import { shownExceptionEvent } from './shownExceptionEvent.ts';

/** An event with the pictures that came with it: of a report, a repair, a removal or a comment. */
function withPhotos(entry: TimelineEntry): ShownEntry {
  const shown = shownExceptionEvent(entry);
  const { photos = [] } = entry;
  if (photos.length === 0) return shown;
  return {
    ...shown,
    detail: (
      <>
        {shown.detail}
        <Photos names={photos} label={`${entry.title}的照片`} />
      </>
    ),
  };
}

export interface ExceptionTimelineProps {
  row: Pick<ExceptionDetail, 'type' | 'timeline'>;
  /** The notices to the people whom the ladder has called for a rescue. */
  asked: readonly NotificationRow[];
}

/** The events of an exception. A rescue reads as it does at the desk, with each round of notices on one line. */
export function ExceptionTimeline({ row, asked }: ExceptionTimelineProps) {
  if (row.type === 1) return <RescueTimeline timeline={ready(row.timeline)} asked={asked} />;
  return <Timeline entries={row.timeline.map(withPhotos)} />;
}
