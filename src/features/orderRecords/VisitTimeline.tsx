import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { Photos } from '../../parts/photos/Photos.tsx';
import { shownEvent } from '../../parts/rescue/rescuePresentation.ts';
import { Timeline, type TimelineEntry as ShownEntry } from '../../ui/Timeline/Timeline.tsx';

type Look = Pick<ShownEntry, 'icon' | 'tone'>;

const looks: Readonly<Record<string, Look>> = {
  planned: { icon: 'calendar' },
  assigned: { icon: 'users', tone: 'info' },
  checkedIn: { icon: 'map-marker', tone: 'info' },
  submitted: { icon: 'file-check', tone: 'info' },
  cosigned: { icon: 'pencil', tone: 'info' },
  enteredFromPaper: { icon: 'file', tone: 'medium' },
  judged: { icon: 'microchip' },
  countersigned: { icon: 'verified', tone: 'ok' },
  rejected: { icon: 'undo', tone: 'high' },
  brokenOff: { icon: 'ban', tone: 'medium' },
  amended: { icon: 'comment' },
  replanned: { icon: 'replay' },
  imported: { icon: 'database' },
  deadlinePassed: { icon: 'stopwatch', tone: 'high' },
};

function shown(entry: TimelineEntry): ShownEntry {
  const event: ShownEntry = { ...shownEvent(entry), ...looks[entry.type.slice(entry.type.indexOf('.') + 1)] };
  const { photos = [] } = entry;
  if (photos.length === 0) return event;
  return {
    ...event,
    detail: (
      <>
        {event.detail}
        <Photos names={photos} label={`${entry.title}的照片`} />
      </>
    ),
  };
}

/** The events of a visit. */
export function VisitTimeline({ timeline }: { timeline: readonly TimelineEntry[] }) {
  return <Timeline entries={timeline.map(shown)} />;
}
