import { breachLabels } from '../../contract/labels.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { formatDuration } from '../../ui/time/formatDuration.ts';
import { PlaceText } from '../../parts/rescue/PlaceText.tsx';
import { sortOpenRescues } from '../../parts/rescue/openRescues.ts';
import { urgencyTone } from '../../parts/rescue/rescueClocks.ts';
import { claimerName } from '../../parts/rescue/rescuePresentation.ts';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';

interface OpenRescuesProps {
  state: LoadState<readonly RescueOrderRow[]>;
  nowMs: number;
  onOpen: (elevatorId: number) => void;
}

function Row({ row, nowMs, onOpen }: { row: RescueOrderRow; nowMs: number; onOpen: (elevatorId: number) => void }) {
  return (
    <li>
      <button type="button" className="ti-rescue-row" onClick={() => onOpen(row.elevator_id)}>
        <StatusTag label={row.stage_label} tone={urgencyTone(row, nowMs)} />
        <span className="ti-rescue-row__where">
          <b>
            <Spoken>{row.tag}</Spoken>
          </b>
          <PlaceText of={row} />
        </span>
        <span className="ti-rescue-row__who">
          {row.accepted_by === null && (row.waiting_since === null ? '等待受理' : '受理已失效，重新等待受理')}
          {row.accepted_by !== null && `${claimerName(row)} 受理`}
        </span>
        <span className="ti-rescue-row__breach">
          {row.breach !== null && (
            <>
              <Icon name="exclamation-triangle" />
              {breachLabels[row.breach]}
            </>
          )}
        </span>
        <span className="ti-rescue-row__clock" role="timer" aria-label="已持续">
          {formatDuration(nowMs - Date.parse(row.created_at))}
        </span>
        <Icon name="angle-right" />
      </button>
    </li>
  );
}

function Body({ state, nowMs, onOpen }: OpenRescuesProps) {
  switch (state.kind) {
    case 'loading':
      return <p className="ti-overview__wait">正在加载…</p>;
    case 'failed':
      return <FailedLoad state={state} title="无法加载救援列表" />;
    case 'ready':
      return state.value.length === 0 ? (
        <EmptyState
          icon="check-circle"
          title="当前没有进行中的救援"
          hint="有新的呼叫时，会自动弹窗并响铃提醒调度员。"
        />
      ) : (
        <ul className="ti-overview__rescues">
          {sortOpenRescues(state.value).map((row) => (
            <Row key={row.id} row={row} nowMs={nowMs} onOpen={onOpen} />
          ))}
        </ul>
      );
  }
}

/** Every open order, unclaimed ones first; a row leads to its handling. */
export function OpenRescues(props: OpenRescuesProps) {
  const count = props.state.kind === 'ready' ? props.state.value.length : 0;
  return (
    <Panel title={count === 0 ? '进行中的救援' : `进行中的救援（${count}）`} icon="list-check" isFlush>
      <Body {...props} />
    </Panel>
  );
}
