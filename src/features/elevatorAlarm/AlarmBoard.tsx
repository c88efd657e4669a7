import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { AlarmEntry, AlarmGroup } from '../../contract/endpoints/alarmBoard.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import type { HeldLines, Pointing } from '../../streams/lists/holdLines.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import type { DatedBoard } from '../../streams/lists/watchAlarmBoard.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ListSkeleton } from '../../ui/list/ListSkeleton.tsx';
import type { ListPage } from '../../ui/list/listTypes.ts';
import { Pagination } from '../../ui/Pagination/Pagination.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import type { GroupName, BoardView } from './alarmSources.ts';
import {
  groupNameOf,
  keyOfAlarm,
  selectedAlarm,
  selectedGroup,
  type Selected,
  type Selection,
} from './alarmTargets.ts';
import { AlarmLine } from './AlarmLine.tsx';
import { BoardHead, FloodBanner, SuppressedLine, viewLabels } from './BoardHead.tsx';
import { GroupAlarms, GroupLine } from './GroupLine.tsx';
import type { StepName } from './useAlarmSteps.tsx';

export interface AlarmBoardProps {
  state: LoadState<DatedBoard>;
  held: HeldLines<AlarmEntry>;
  view: BoardView;
  nowMs: number;
  openId: number | null;
  openGroups: ReadonlySet<string>;
  /** Null for a user who may not handle alarms. */
  selection: Selection | null;
  /** The bulk bar, with the outcome of its last step. */
  bulk: ReactNode;
  groupAlarms$: (name: GroupName) => Observable<LoadState<ListPage<AlarmRecordRow>>>;
  onView: (view: BoardView) => void;
  onOpen: (alarm: AlarmRecordRow) => void;
  onOpenGroup: (key: string) => void;
  onSelect: (key: string, line: Selected) => void;
  onAcknowledge: (alarm: AlarmRecordRow) => void;
  onGroupStep: (event: StepName, group: AlarmGroup) => void;
  onGroup: (isGrouped: boolean) => void;
  onPage: (page: number) => void;
  onPointing: (pointing: Pointing) => void;
  onRetry: () => void;
}

const empties: Readonly<Record<BoardView, { title: string; hint: string }>> = {
  todo: { title: '没有待处理的报警', hint: '新的报警会自动出现在这里。' },
  shelved: { title: '没有搁置的报警', hint: '搁置的报警到时自动恢复，加重时立即恢复。' },
  suppressed: { title: '没有被抑制的报警', hint: '检修中的电梯、离线的采集器与停电的重要和一般报警会计入这里。' },
};

/** The waiting alarms: priority 1 on top one by one, the others below, grouped in a flood. */
export function AlarmBoard(props: AlarmBoardProps) {
  const { state, view, onView, onGroup, bulk } = props;
  if (state.kind === 'failed')
    return <FailedLoad state={state} title="无法加载报警" next="。正在自动重试。" onRetry={props.onRetry} />;
  const board = state.kind === 'ready' ? state.value.board : null;
  return (
    <>
      <BoardHead board={board} view={view} onView={onView} onGroup={onGroup} />
      {board?.flood.is_flood === true && <FloodBanner flood={board.flood} />}
      {board === null ? (
        <div className="ti-frame ea-rows">
          <ListSkeleton />
        </div>
      ) : (
        <>
          {board.urgent.length > 0 && <Urgent {...props} alarms={board.urgent} total={board.counts.urgent} />}
          <section className="ti-frame ea-rows" data-view={view} aria-label={viewLabels[view]}>
            {bulk}
            <Lines {...props} />
            {view === 'todo' && <SuppressedLine counts={board.counts} onShow={() => onView('suppressed')} />}
            {board.entries.max_page > 1 && (
              <Pagination
                page={board.entries.current_page}
                pageSize={board.entries.page_size}
                total={board.entries.total}
                onPage={props.onPage}
              />
            )}
          </section>
        </>
      )}
    </>
  );
}

function Urgent({
  alarms,
  total,
  nowMs,
  openId,
  selection,
  onOpen,
  onAcknowledge,
}: AlarmBoardProps & { alarms: readonly AlarmRecordRow[]; total: number }) {
  return (
    <Panel
      title={`紧急 ${total} 条`}
      icon="exclamation-triangle"
      tone="critical"
      isFlush
      actions={<span className="ea-urgent__note">逐条处理，不归并、不搁置</span>}
    >
      <ul className="ea-lines ea-urgent">
        {alarms.map((alarm) => (
          <AlarmLine
            key={alarm.id}
            alarm={alarm}
            nowMs={nowMs}
            isOpen={alarm.id === openId}
            selection={null}
            onOpen={() => onOpen(alarm)}
            onAcknowledge={selection === null ? null : () => onAcknowledge(alarm)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Lines({
  held: { lines, waitingNum },
  view,
  nowMs,
  openId,
  openGroups,
  selection,
  groupAlarms$,
  onOpen,
  onOpenGroup,
  onSelect,
  onAcknowledge,
  onGroupStep,
  onPointing,
}: AlarmBoardProps) {
  if (lines.length === 0 && waitingNum === 0) return <EmptyState icon="check-circle" {...empties[view]} />;
  const lineOf = (alarm: AlarmRecordRow, isGone: boolean, ofGroup: string | null) => {
    const key = keyOfAlarm(alarm.id);
    const isFixed = ofGroup !== null && selection?.has(ofGroup) === true;
    return (
      <AlarmLine
        key={key}
        alarm={alarm}
        nowMs={nowMs}
        isOpen={alarm.id === openId}
        isGone={isGone}
        selection={
          selection === null
            ? null
            : {
                isSelected: isFixed || selection.has(key),
                isFixed,
                onToggle: () => onSelect(key, selectedAlarm(alarm)),
              }
        }
        onOpen={() => onOpen(alarm)}
        onAcknowledge={selection === null || view === 'shelved' ? null : () => onAcknowledge(alarm)}
      />
    );
  };
  return (
    <div className="ea-scroll" onPointerMove={() => onPointing('moved')} onPointerLeave={() => onPointing('left')}>
      <ul className="ea-lines">
        {lines.map(({ entry: { key, alarm, group }, isGone }) =>
          group === null ? (
            alarm !== null && lineOf(alarm, isGone, null)
          ) : (
            <GroupLine
              key={key}
              group={group}
              isOpen={openGroups.has(key)}
              isGone={isGone}
              selection={
                selection === null
                  ? null
                  : { isSelected: selection.has(key), onToggle: () => onSelect(key, selectedGroup(group)) }
              }
              onToggle={() => onOpenGroup(key)}
              onStep={(event) => onGroupStep(event, group)}
            >
              <GroupAlarms
                open$={() => groupAlarms$(groupNameOf(group))}
                renderAlarm={(inside) => lineOf(inside, false, key)}
              />
            </GroupLine>
          ),
        )}
      </ul>
      {waitingNum > 0 && (
        <div className="ea-waiting">
          <Button size="small" icon="arrow-up" onClick={() => onPointing('left')}>
            {waitingNum} 条新的，点击显示
          </Button>
        </div>
      )}
    </div>
  );
}
