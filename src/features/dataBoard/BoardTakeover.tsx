import { toDisplayTime } from '../../contract/time.ts';
import type { CarReport } from '../../streams/fleet/carReport.ts';
import { Countdown } from '../../ui/Countdown/Countdown.tsx';
import { ElapsedClock } from '../../ui/Countdown/ElapsedClock.tsx';
import { LiftShaft } from '../../ui/shaft/LiftShaft.tsx';
import { WallTakeover } from '../../ui/wall/WallTakeover.tsx';
import type { BoardCall } from './boardCalls.ts';

export interface BoardCar {
  readonly report: CarReport | null;
  readonly floorMin: number;
  readonly floorMax: number;
  readonly trust: 'live' | 'stale' | 'offline' | 'replay';
  readonly mode: { readonly label: string; readonly tone: 'medium' | 'high' } | null;
}

const kindOf = (call: BoardCall): string => (call.isUnanswered ? `${call.kind} · 等待受理` : call.kind);

/** The call in the centre of the wall: its clocks, its car and what is known of it. */
export function BoardTakeover({
  call,
  car,
  nowMs,
  staleText,
}: {
  call: BoardCall;
  car: BoardCar | null;
  nowMs: number;
  staleText: string | null;
}) {
  const report = car?.report ?? null;
  const trustText =
    car?.trust === 'offline'
      ? '设备离线，位置请电话确认'
      : (staleText ??
        (report === null ? '设备未上报，位置请电话确认' : `数据停止于 ${toDisplayTime(report.atMs).slice(11)}`));
  return (
    <WallTakeover
      kind={kindOf(call)}
      title={call.title}
      titleParts={call.titleParts}
      place={call.place}
      number={call.tag}
      isUnanswered={call.isUnanswered}
      clocks={
        <>
          <ElapsedClock label="距呼叫" sinceMs={call.sinceMs} nowMs={nowMs} size="large" />
          {call.waitingAgainSinceMs !== null && (
            <ElapsedClock label="重新等待受理" sinceMs={call.waitingAgainSinceMs} nowMs={nowMs} size="large" />
          )}
          {call.deadline !== null && (
            <Countdown label={call.deadline.label} deadlineMs={call.deadline.atMs} nowMs={nowMs} size="large" />
          )}
        </>
      }
      shaft={
        car === null ? (
          <p className="ti-board__calm">正在读取轿厢状态…</p>
        ) : (
          <LiftShaft
            key={call.elevatorId}
            floorMin={car.floorMin}
            floorMax={car.floorMax}
            report={report}
            trust={car.trust}
            trustText={trustText}
            mode={car.mode}
            alert={{ label: '求救', isPulsing: call.isUnanswered }}
          />
        )
      }
      facts={[{ label: '轿厢人数', value: report?.people == null ? '未知' : `${report.people} 人` }, ...call.facts]}
    />
  );
}
