import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { RescueOrderRow, TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { PrintPreview } from '../../ui/print/PrintPreview.tsx';
import { RescueRecord } from './RescueRecord.tsx';

export interface PrintedRecordProps {
  row: LoadState<RescueOrderRow>;
  timeline: LoadState<readonly TimelineEntry[]>;
  notices: LoadState<readonly NotificationRow[]>;
  elevator: LoadState<ElevatorDetail>;
  printedBy: string;
  printedAtMs: number;
  onPrint: () => void;
  onClose: () => void;
}

function Paper({
  row,
  timeline,
  notices,
  elevator,
  printedBy,
  printedAtMs,
}: Omit<PrintedRecordProps, 'onPrint' | 'onClose'>) {
  const failed = row.kind === 'failed' ? row : timeline.kind === 'failed' ? timeline : null;
  if (failed !== null) {
    if (failed.failure === 'denied') return <DeniedState message={failed.message} />;
    if (failed.failure === 'notFound')
      return (
        <EmptyState title="找不到该救援单" hint="它不存在、已删除，或不在您的管辖范围内。" icon="question-circle" />
      );
    return <ErrorState title="无法读取救援记录" message={`${failed.message}。正在自动重试。`} />;
  }
  if (row.kind !== 'ready' || timeline.kind !== 'ready' || notices.kind === 'loading' || elevator.kind === 'loading')
    return <p role="status">正在读取救援记录…</p>;
  return (
    <RescueRecord
      row={row.value}
      timeline={timeline.value}
      notices={notices}
      elevator={elevator.kind === 'ready' ? elevator.value : null}
      printedBy={printedBy}
      printedAtMs={printedAtMs}
    />
  );
}

/** The record as it will be printed, over everything else. */
export function PrintedRecord({ onPrint, onClose, ...paper }: PrintedRecordProps) {
  const isReady =
    paper.row.kind === 'ready' &&
    paper.timeline.kind === 'ready' &&
    paper.notices.kind !== 'loading' &&
    paper.elevator.kind !== 'loading';
  return (
    <PrintPreview label="打印救援记录" isReady={isReady} onPrint={onPrint} onClose={onClose}>
      <Paper {...paper} />
    </PrintPreview>
  );
}
