import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import { causeDetailText, type RescueOrderRow, type TimelineEntry } from '../../../contract/entities/rescueOrder.ts';
import { handedToLabels, rescueCauseText } from '../../../contract/labels.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { DescriptionList, type Description } from '../../../ui/DescriptionList/DescriptionList.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { roundsSoFar } from '../../../parts/rescue/noticeRounds.ts';
import { noticeText } from '../../../parts/rescue/noticeText.ts';
import { isClosed } from '../../../parts/rescue/openRescues.ts';

const clockTime = (time: string): string => toDisplayTime(time).slice(5);

function outcomeOf(row: RescueOrderRow): Description[] {
  if (row.stage !== 'completed') return [];
  return [
    { label: '结果', value: `${row.people_num ?? 0} 人${row.was_trapped === false ? '，未实际被困' : '被困'}` },
    { label: '原因', value: row.cause === null ? '' : rescueCauseText(row.cause, causeDetailText(row)) },
    ...(row.release_way === null ? [] : [{ label: '脱困方式', value: row.release_way_label }]),
    { label: '受伤 / 特殊', value: `${row.injured_num ?? 0} / ${row.vulnerable_num ?? 0} 人` },
    { label: '移交', value: row.handed_to === null ? null : handedToLabels[row.handed_to] },
  ];
}

/** Further facts about the call. */
export function CallFacts({
  row,
  elevator,
  timeline,
}: {
  row: RescueOrderRow;
  elevator: ElevatorDetail | null;
  timeline: LoadState<readonly TimelineEntry[]>;
}) {
  const rounds = timeline.kind === 'ready' ? roundsSoFar(timeline.value) : row.notice_level;
  const items: Description[] = [
    ...(row.note === '' ? [] : [{ label: isClosed(row) ? '备注' : '情况说明', value: row.note }]),
    { label: '呼叫时间', value: clockTime(row.created_at) },
    { label: '呼叫次数', value: `${row.joined_num + 1} 次` },
    ...(isClosed(row) ? outcomeOf(row) : [{ label: '升级通知', value: noticeText(row.notice_level, rounds) }]),
    ...(row.informed.length === 0 ? [] : [{ label: '已知晓', value: row.informed.join('、') }]),
    { label: '品牌', value: row.brand_name },
    { label: '注册代码', value: elevator?.registration_code ?? null },
  ];
  const title = isClosed(row) ? '救援结果' : '呼叫信息';
  return (
    <Panel title={title} icon="info-circle">
      {/* Focusable, because it scrolls. */}
      <div className="rc-scroll" tabIndex={0} role="group" aria-label={`${title}内容`}>
        <DescriptionList items={items} />
      </div>
    </Panel>
  );
}
