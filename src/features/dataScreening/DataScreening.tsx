import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { DatedBadge } from '../../parts/dated/DatedBadge.tsx';
import { isOutdated } from '../../parts/dated/isOutdated.ts';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { FleetPanel } from './FleetPanel.tsx';
import type { WhyLoad } from '../../parts/ringing/WhyRangButton.tsx';
import { LatestAlarms, type ShownAlarms } from './LatestAlarms.tsx';
import { OpenRescues } from './OpenRescues.tsx';
import { Charts, Tiles, type Figures, type Today } from './Statistics.tsx';
import { TodoTiles } from './TodoTiles.tsx';
import type { DatedWorks } from '../../streams/lists/watchWaitingWork.ts';
import './DataScreening.css';

export interface DataScreeningProps {
  works: LoadState<DatedWorks>;
  /** Null for a user who may not see rescue orders. */
  rescues: LoadState<readonly RescueOrderRow[]> | null;
  /** Null for a user who may not see alarms. */
  alarms: LoadState<ShownAlarms> | null;
  /** Resolves to the reasons why an alarm rang or did not. Rejects with a CallError. */
  whyAlarm?: (alarmId: number) => ReturnType<WhyLoad>;
  /** Null for a user who may not see lifts. */
  figures: LoadState<Figures> | null;
  today: LoadState<Today> | null;
  isLinkLive: boolean;
  /** This machine's clock, for the age of the data; the server's, for everything else. Epoch ms. */
  localNowMs: number;
  serverNowMs: number;
  onRetry: () => void;
  onOpenRescue: (elevatorId: number) => void;
}

/** Polled every 30 s: older than this means that two polls failed. */
const staleAfterMs = 65_000;
const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const;

function CityClock({ nowMs }: { nowMs: number }) {
  const [date = '', time = ''] = toDisplayTime(nowMs).split(' ');
  return (
    <div className="ti-overview__clock">
      <span>
        {date} {weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]}
      </span>
      <time dateTime={`${date}T${time}+08:00`}>{time}</time>
    </div>
  );
}

/** The overview where everyone starts: what needs a person, and the state of the fleet. */
export function DataScreening({
  works,
  rescues,
  alarms,
  whyAlarm,
  figures,
  today,
  isLinkLive,
  localNowMs,
  serverNowMs,
  onRetry,
  onOpenRescue,
}: DataScreeningProps) {
  const dated = works.kind === 'ready' ? works.value : null;
  const isStale = isOutdated(works, { isLinkLive, nowMs: localNowMs, staleAfterMs });
  const counts = dated?.works ?? null;
  return (
    <div className="ti-overview" data-stale={isStale || undefined}>
      <PageHeader
        title="数据概览"
        note={<DatedBadge state={works} isStale={isStale} nowMs={localNowMs} />}
        actions={<CityClock nowMs={serverNowMs} />}
      />
      {works.kind === 'failed' ? (
        <Panel>
          <FailedLoad state={works} title="无法加载数据概览" onRetry={onRetry} />
        </Panel>
      ) : (
        <>
          <section className="ti-overview__tiles" aria-label="待办事项">
            <TodoTiles todos={counts?.todos ?? null} />
            <FleetPanel counts={counts} />
          </section>
          {figures !== null && <Tiles figures={figures} />}
          <div className="ti-overview__lists">
            {rescues !== null && <OpenRescues state={rescues} nowMs={serverNowMs} onOpen={onOpenRescue} />}
            {alarms !== null && <LatestAlarms state={alarms} {...(whyAlarm === undefined ? {} : { why: whyAlarm })} />}
          </div>
          {figures !== null && today !== null && (
            <Charts figures={figures} today={today} nowMs={serverNowMs} isStale={isStale} />
          )}
        </>
      )}
    </div>
  );
}
