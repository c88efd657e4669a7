import type { ReactNode } from 'react';
import type { NotificationRow } from '../../../contract/entities/notification.ts';
import type { TimelineEntry } from '../../../contract/entities/rescueOrder.ts';
import { RescueTimeline } from '../../../parts/rescue/RescueTimeline.tsx';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { Panel } from '../../../ui/Panel/Panel.tsx';

/** The events so far, newest first, as they happen. */
export function DeskTimeline({
  timeline,
  asked = [],
  actions,
}: {
  timeline: LoadState<readonly TimelineEntry[]>;
  /** The notices to the people whom the ladder has called. */
  asked?: readonly NotificationRow[];
  /** Buttons beside the title. */
  actions?: ReactNode;
}) {
  return (
    <Panel title="时间线" icon="history" actions={actions}>
      {/* Focusable, because it scrolls. */}
      <div className="rc-scroll" tabIndex={0} role="group" aria-label="时间线内容">
        <RescueTimeline timeline={timeline} asked={asked} />
      </div>
    </Panel>
  );
}
