import { RescueCard } from '../../parts/rescue/RescueCard.tsx';
import type { BoardCall } from './boardCalls.ts';

/** How many cards the column of rescues holds, on a usual display and on a ribbon of displays: see `.ti-board__calls`. */
const shownCalls = [4, 8] as const;

/** The open rescues as cards; those beyond the column are counted. */
export function BoardRescues({
  calls,
  current,
  nowMs,
  onChoose,
}: {
  calls: readonly BoardCall[];
  current: BoardCall | null;
  nowMs: number;
  onChoose: (id: number) => void;
}) {
  if (calls.length === 0) return <p className="ti-board__calm">当前没有进行中的救援</p>;
  return (
    <div className="ti-board__calls" data-few={calls.length <= shownCalls[0] || undefined}>
      {calls.slice(0, shownCalls[1]).map((call) => (
        <RescueCard
          key={call.id}
          title={call.title}
          place={call.place}
          detail={call.tag}
          stage={call.stage}
          nowMs={nowMs}
          sinceMs={call.sinceMs}
          deadline={call.deadline === null ? null : { label: call.deadline.short, atMs: call.deadline.atMs }}
          waiting={
            call.waitingAgainSinceMs === null ? null : { label: '重新等待受理', sinceMs: call.waitingAgainSinceMs }
          }
          isPulsing={call.isUnanswered}
          isCurrent={call.id === current?.id}
          onOpen={() => onChoose(call.id)}
        />
      ))}
      {shownCalls.map(
        (beyond) =>
          calls.length > beyond && (
            <p key={beyond} className="ti-board__more" data-beyond={beyond}>
              另有 {calls.length - beyond} 起正在救援
            </p>
          ),
      )}
    </div>
  );
}
