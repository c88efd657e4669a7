import { RescueCard } from '../../parts/rescue/RescueCard.tsx';
import type { BoardCall } from './boardCalls.ts';
import { fullCards, shownCalls, type ShownCall } from './shownCalls.ts';

const gapText = ({ count, unanswered }: Extract<ShownCall, { kind: 'between' }>, isLast: boolean): string => {
  const words = isLast ? `另有 ${count} 起正在救援` : `其间还有 ${count} 起`;
  return unanswered === 0 ? words : `${words}，${unanswered === count ? '都' : `${unanswered} 起`}待受理`;
};

/** The open rescues as cards, closer together when there are many; those beyond the column are counted where they stand. */
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
  const shown = shownCalls(calls, current);
  return (
    <div className="ti-board__calls" data-few={calls.length <= fullCards || undefined}>
      {shown.map((entry, place) =>
        entry.kind === 'between' ? (
          <p key={`gap-${place}`} className="ti-board__more">
            {gapText(entry, place === shown.length - 1)}
          </p>
        ) : (
          <RescueCard
            key={entry.call.id}
            title={entry.call.title}
            titleParts={entry.call.titleParts}
            place={entry.call.place}
            number={entry.call.tag}
            stage={entry.call.stage}
            nowMs={nowMs}
            sinceMs={entry.call.sinceMs}
            deadline={
              entry.call.deadline === null ? null : { label: entry.call.deadline.short, atMs: entry.call.deadline.atMs }
            }
            waiting={
              entry.call.waitingAgainSinceMs === null
                ? null
                : { label: '重新等待受理', sinceMs: entry.call.waitingAgainSinceMs }
            }
            isPulsing={entry.call.isUnanswered}
            isCurrent={entry.call.id === current?.id}
            onOpen={() => onChoose(entry.call.id)}
          />
        ),
      )}
    </div>
  );
}
