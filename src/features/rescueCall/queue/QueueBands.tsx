import { useEffect, useRef, type ReactNode } from 'react';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { formatDuration } from '../../../ui/time/formatDuration.ts';
import { deskBands } from './orderQueue.ts';
import { nextLapses } from './claimLapses.ts';
import { scannedGroupLabel } from '../../../parts/rescue/scannedGroup.ts';
import { CompactCard } from './CompactCard.tsx';
import { QueueCard } from './QueueCard.tsx';
import { isSelectable, MarkAll, SeveralActions, type BandSelection } from '../several/SeveralBar.tsx';

export interface SeveralProps {
  readonly unanswered: BandSelection;
  readonly mine: BandSelection;
}

interface QueueBandsProps {
  rows: readonly RescueOrderRow[];
  nowMs: number;
  userId: number;
  selectedId: number | null;
  onSelect: (id: number) => void;
  /** For those who may answer calls. */
  several?: SeveralProps | undefined;
}

/** From here on each unanswered call takes one line, so that all of them are in sight. */
const compactFrom = 4;
const nearMs = 60_000;

const toggled = (marked: ReadonlySet<number>, id: number): readonly number[] =>
  marked.has(id) ? [...marked].filter((other) => other !== id) : [...marked, id];

const markOf = (selection: BandSelection | undefined, id: number) =>
  !isSelectable(selection) || !selection.markable.includes(id)
    ? undefined
    : {
        isMarked: selection.marked.has(id),
        onToggle: () => selection.onMark(toggled(selection.marked, id)),
      };

/** The number of the user's claims that lapse next, and the time: a claim without help sent to it goes back to everyone. */
function Lapses({ rows, userId, nowMs }: Pick<QueueBandsProps, 'rows' | 'userId' | 'nowMs'>) {
  const next = nextLapses(rows, userId, nowMs);
  if (next === null) return null;
  return (
    <p className="rc-lapses" data-near={next.inMs <= nearMs || undefined}>
      <Icon name="stopwatch" />
      {next.count} 起未派出，{formatDuration(Math.ceil(next.inMs / 1_000) * 1_000)} 后失效
    </p>
  );
}

interface BandProps extends Omit<QueueBandsProps, 'several'> {
  kind: 'unanswered' | 'mine' | 'others';
  name: string;
  selection?: BandSelection | undefined;
  isCompact?: boolean;
  /** The last of the rows, which are shown as one group. */
  grouped?: readonly RescueOrderRow[];
  /** More about the band, below its name. */
  children?: ReactNode;
}

function Band({ kind, name, rows, selection, isCompact = false, grouped = [], children, ...rest }: BandProps) {
  if (rows.length === 0) return null;
  const Card = isCompact ? CompactCard : QueueCard;
  const isShort = kind === 'unanswered';
  const alone = rows.slice(0, rows.length - grouped.length);
  const card = (row: RescueOrderRow) => (
    <Card
      key={row.id}
      row={row}
      nowMs={rest.nowMs}
      userId={rest.userId}
      isSelected={row.id === rest.selectedId}
      onSelect={rest.onSelect}
      mark={markOf(selection, row.id)}
    />
  );
  return (
    <section className="rc-band" data-band={kind} data-compact={isCompact || undefined} aria-label={name}>
      <header className="rc-band__head">
        <h2>
          {name} {rows.length}
        </h2>
        {isSelectable(selection) && isShort && <SeveralActions selection={selection} />}
        {isSelectable(selection) && <MarkAll name={name} selection={selection} />}
      </header>
      {children}
      {isSelectable(selection) && !isShort && <SeveralActions selection={selection} />}
      {alone.length > 0 && (
        <ul className="rc-queue__list" aria-label={name.endsWith('的') ? `${name}救援` : `${name}的救援`}>
          {alone.map(card)}
        </ul>
      )}
      {grouped.length > 0 && (
        <>
          <h3 className="rc-band__group">
            <Icon name="qrcode" /> {scannedGroupLabel(grouped.length)}，未经设备确认
          </h3>
          <ul className="rc-queue__list" aria-label={scannedGroupLabel(grouped.length)}>
            {grouped.map(card)}
          </ul>
        </>
      )}
    </section>
  );
}

/** The open calls: those that no one has in a band that stays on top, then the user's own, then the others. */
export function QueueBands({ rows, several, ...rest }: QueueBandsProps) {
  const { unanswered, scanned, mine, others } = deskBands(rows, rest.userId);
  const bandsRef = useRef<HTMLDivElement>(null);
  const { selectedId } = rest;
  useEffect(() => {
    bandsRef.current?.querySelector(`[data-order="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  return (
    <div className="rc-bands" ref={bandsRef}>
      <Band
        {...rest}
        kind="unanswered"
        name="未受理"
        rows={unanswered}
        selection={several?.unanswered}
        isCompact={unanswered.length >= compactFrom}
        grouped={scanned}
      />
      {mine.length + others.length > 0 && (
        <div className="rc-bands__taken">
          <Band {...rest} kind="mine" name="我负责的" rows={mine} selection={several?.mine}>
            <Lapses rows={mine} userId={rest.userId} nowMs={rest.nowMs} />
          </Band>
          <Band {...rest} kind="others" name="其他人的" rows={others} />
        </div>
      )}
    </div>
  );
}
