import { createPortal } from 'react-dom';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { RescueOrderRow, TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../streams/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { RescueRecord } from './RescueRecord.tsx';

export interface PrintedRecordProps {
  row: LoadState<RescueOrderRow>;
  timeline: LoadState<readonly TimelineEntry[]>;
  elevator: LoadState<ElevatorDetail>;
  printedBy: string;
  printedAtMs: number;
  onPrint: () => void;
  onClose: () => void;
}

function Paper({ row, timeline, elevator, printedBy, printedAtMs }: Omit<PrintedRecordProps, 'onPrint' | 'onClose'>) {
  const failed = row.kind === 'failed' ? row : timeline.kind === 'failed' ? timeline : null;
  if (failed !== null) {
    if (failed.failure === 'denied') return <DeniedState message={failed.message} />;
    if (failed.failure === 'notFound')
      return (
        <EmptyState title="找不到该救援单" hint="它不存在、已删除，或不在您的管辖范围内。" icon="question-circle" />
      );
    return <ErrorState title="无法读取救援记录" message={`${failed.message}。正在自动重试。`} />;
  }
  if (row.kind !== 'ready' || timeline.kind !== 'ready' || elevator.kind === 'loading')
    return <p role="status">正在读取救援记录…</p>;
  return (
    <RescueRecord
      row={row.value}
      timeline={timeline.value}
      elevator={elevator.kind === 'ready' ? elevator.value : null}
      printedBy={printedBy}
      printedAtMs={printedAtMs}
    />
  );
}

/**
 * The record as it will be printed, over everything else. It is beside the page's root, so that on paper
 * the rest can be left out as a whole.
 */
export function PrintedRecord({ onPrint, onClose, ...paper }: PrintedRecordProps) {
  const isReady = paper.row.kind === 'ready' && paper.timeline.kind === 'ready' && paper.elevator.kind !== 'loading';
  return createPortal(
    <section
      className="rh-print"
      aria-label="打印救援记录"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="rh-print__bar">
        <h1>打印预览</h1>
        <Button icon="arrow-left" onClick={onClose} autoFocus>
          返回
        </Button>
        <Button variant="primary" icon="print" disabled={!isReady} onClick={onPrint}>
          打印
        </Button>
      </div>
      {isReady ? (
        <Paper {...paper} />
      ) : (
        <div className="rh-print__state">
          <Paper {...paper} />
        </div>
      )}
    </section>,
    document.body,
  );
}
