import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../../contract/entities/rescueOrder.ts';
import { shownEvent } from '../../../parts/rescue/rescuePresentation.ts';
import type { LoadState } from '../../../streams/loadState.ts';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { Timeline } from '../../../ui/Timeline/Timeline.tsx';

function TimelineBody({ timeline }: { timeline: LoadState<readonly TimelineEntry[]> }) {
  switch (timeline.kind) {
    case 'loading':
      return <p className="rc-quiet">正在读取时间线…</p>;
    case 'failed':
      return (
        <p className="rc-quiet" role="alert">
          无法读取时间线：{timeline.message}
        </p>
      );
    case 'ready':
      return (
        <>
          {timeline.problem !== null && (
            <p className="rc-quiet" role="alert">
              可能不是最新：{timeline.problem}
            </p>
          )}
          <Timeline entries={timeline.value.map(shownEvent)} />
        </>
      );
  }
}

/** What happened so far, newest first, as it happens. */
export function DeskTimeline({
  timeline,
  actions,
}: {
  timeline: LoadState<readonly TimelineEntry[]>;
  /** Buttons beside the title. */
  actions?: ReactNode;
}) {
  return (
    <Panel title="时间线" icon="history" actions={actions}>
      {/* Focusable, because it scrolls. */}
      <div className="rc-scroll" tabIndex={0} role="group" aria-label="时间线内容">
        <TimelineBody timeline={timeline} />
      </div>
    </Panel>
  );
}
