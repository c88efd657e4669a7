import { alarmSuppressions } from '../../contract/labels.ts';
import { suppressionLabels } from '../../parts/lift/alarmTones.ts';
import type { AlarmBoardData } from '../../streams/lists/watchAlarmBoard.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { BoardView } from './alarmSources.ts';

export const viewLabels: Readonly<Record<BoardView, string>> = {
  todo: '待处理',
  shelved: '已搁置',
  suppressed: '已抑制',
};

const suppressedNum = ({ suppressed }: AlarmBoardData['counts']): number =>
  alarmSuppressions.reduce((sum, reason) => sum + suppressed[reason], 0);

const numOf = (counts: AlarmBoardData['counts'], view: BoardView): number =>
  view === 'suppressed' ? suppressedNum(counts) : counts[view];

interface BoardHeadProps {
  board: AlarmBoardData | null;
  view: BoardView;
  onView: (view: BoardView) => void;
  onGroup: (isGrouped: boolean) => void;
}

/** The choice of listed alarms, their number, and whether they are grouped. */
export function BoardHead({ board, view, onView, onGroup }: BoardHeadProps) {
  return (
    <div className="ea-head">
      <ul className="ea-head__views" aria-label="报警范围">
        {(['todo', 'shelved', 'suppressed'] as const).map((one) => (
          <li key={one}>
            <button type="button" aria-pressed={one === view} onClick={() => onView(one)}>
              {viewLabels[one]}
              <b>{board === null ? '—' : numOf(board.counts, one).toLocaleString('zh-CN')}</b>
            </button>
          </li>
        ))}
      </ul>
      {board !== null && board.counts.overdue > 0 && (
        <span className="ea-head__overdue">
          <Icon name="stopwatch" />
          {board.counts.overdue} 条已超时
        </span>
      )}
      {board !== null && (
        <span className="ea-head__rate" data-flood={board.flood.is_flood || undefined}>
          近 {board.flood.window_minutes} 分钟 <b>{board.flood.recent_num.toLocaleString('zh-CN')}</b> 条
        </span>
      )}
      {board !== null && view === 'todo' && (
        <Button
          size="small"
          icon={board.is_grouped ? 'list' : 'objects-column'}
          onClick={() => onGroup(!board.is_grouped)}
        >
          {board.is_grouped ? '逐条显示' : '归并显示'}
        </Button>
      )}
    </div>
  );
}

/** Reports a flood, more alarms than a person can judge, and what the platform did about it. */
export function FloodBanner({ flood }: { flood: AlarmBoardData['flood'] }) {
  return (
    <p className="ea-flood" role="status">
      <Icon name="exclamation-triangle" />
      <b>报警洪峰</b>
      <span>
        近 {flood.window_minutes} 分钟 <b>{flood.recent_num.toLocaleString('zh-CN')} 条</b>（洪峰为 {flood.limit_num}{' '}
        条）。重要与一般报警按小区和原因归并；紧急报警始终逐条列在最上。
      </span>
    </p>
  );
}

/** Alarms that are counted but not listed, with the reason and a link. */
export function SuppressedLine({ counts, onShow }: { counts: AlarmBoardData['counts']; onShow: () => void }) {
  const reasons = alarmSuppressions.filter((reason) => counts.suppressed[reason] > 0);
  if (reasons.length === 0) return null;
  return (
    <p className="ea-suppressed">
      <Icon name="eye-slash" />
      <span>
        已抑制 {suppressedNum(counts)} 条：
        {reasons.map((reason) => `${suppressionLabels[reason]} ${counts.suppressed[reason]} 条`).join('，')}
      </span>
      <Button size="small" variant="plain" onClick={onShow}>
        查看
      </Button>
    </p>
  );
}
