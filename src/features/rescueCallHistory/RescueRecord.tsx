import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { RescueOrderRow, TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { withRoundNumbers } from '../../parts/rescue/noticeRounds.ts';
import { rescueSteps, shownEvent } from '../../parts/rescue/rescuePresentation.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { PaperFacts, PaperProof, PaperRecord } from '../../parts/record/PaperRecord.tsx';
import { NoticeRecord } from './NoticeRecord.tsx';
import { rescueFacts } from './RescueHistoryDetail.tsx';
import './RescueRecord.css';

export interface RescueRecordProps {
  row: RescueOrderRow;
  /** Oldest first or not: the paper sorts by the log's own order. */
  timeline: readonly TimelineEntry[];
  /** The notices to the people whom the ladder has called. */
  notices: LoadState<readonly NotificationRow[]>;
  /** For the registration code; null where the reader may not see the lift. */
  elevator: ElevatorDetail | null;
  printedBy: string;
  printedAtMs: number;
}

/** One rescue on A4: every fact, every event with its actor, everyone who was notified, and the hash that seals the events. */
export function RescueRecord({ row, timeline, notices, elevator, printedBy, printedAtMs }: RescueRecordProps) {
  const events = withRoundNumbers(timeline).toSorted((a, b) => a.position - b.position);
  const last = events.at(-1);
  const proof = events.findLast(({ verify_path: path }) => path !== undefined);
  const facts = [
    ...rescueFacts(row),
    ...(elevator === null ? [] : [{ label: '注册代码', value: elevator.registration_code }]),
  ];
  return (
    <PaperRecord
      className="rh-record"
      label={`救援记录 ${row.id}`}
      title="电梯应急救援记录"
      head={[
        { label: '单号', value: row.id },
        { label: '结果', value: row.stage_label },
      ]}
    >
      <PaperFacts label="救援信息" facts={facts} unknown="—" />
      <h2>各环节时间</h2>
      <table className="rh-record__steps" aria-label="各环节时间">
        <thead>
          <tr>
            {rescueSteps(row).map(({ stage, label }) => (
              <th key={stage} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {rescueSteps(row).map(({ stage, at }) => (
              <td key={stage}>{at === null ? '—' : toDisplayTime(at)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <h2>处置过程（共 {events.length} 条）</h2>
      <table className="rh-record__events" aria-label="处置过程">
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">时间</th>
            <th scope="col">事项</th>
            <th scope="col">说明</th>
            <th scope="col">操作人</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => {
            const { title, detail, actor } = shownEvent(event);
            return (
              <tr key={event.position}>
                <td>{event.version}</td>
                <td>{toDisplayTime(event.received_at)}</td>
                <td>{title}</td>
                <td>{detail === '' ? '—' : detail}</td>
                <td>{actor}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <h2>通知明细</h2>
      <NoticeRecord notices={notices} timeline={timeline} />
      <p className="rh-record__seal">
        校验：末条为本单第 {last?.version ?? '—'} 个事件，其哈希 <code>{last?.hash ?? '—'}</code>
      </p>
      {proof?.verify_path !== undefined && (
        <PaperProof path={proof.verify_path}>
          扫码核验：本单的结案记录在平台上是否原样保存。结案记录哈希 <code>{proof.hash}</code>
        </PaperProof>
      )}
      <footer>
        <p>调度员签字：</p>
        <p>审核人员签字：</p>
        <p>
          打印：{printedBy}，{toDisplayTime(printedAtMs)}
        </p>
      </footer>
    </PaperRecord>
  );
}
