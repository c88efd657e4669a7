import type { NoticeRow } from '../../contract/entities/alarmRecord.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { Popover } from '../../ui/Popover/Popover.tsx';
import type { Notices } from '../live/watchNotices.ts';

export interface NoticeMenuProps {
  state: LoadState<Notices>;
  /** Marks them as read. */
  onRead: (ids: readonly number[]) => void;
  onOpen: (notice: NoticeRow) => void;
  /** Leads to the records of all notices; null for users who may not see them. */
  onAll: (() => void) | null;
}

/** Shows the present stage of the rescue: the notice itself only says how it began. */
function RescueState({ rescue: { is_open, stage_label, accepted_by } }: { rescue: NonNullable<NoticeRow['rescue']> }) {
  const tone = !is_open ? 'neutral' : accepted_by === '' ? 'critical' : 'info';
  return <StatusTag tone={tone} label={accepted_by === '' ? stage_label : `${stage_label} · ${accepted_by}`} />;
}

function NoticeList({ state, onRead, onOpen, close }: Omit<NoticeMenuProps, 'onAll'> & { close: () => void }) {
  switch (state.kind) {
    case 'loading':
      return <p className="ti-notices__wait">正在加载通知…</p>;
    case 'failed':
      return (
        <ErrorState
          title="无法加载通知"
          message={state.message}
          kind={state.failure === 'offline' ? 'offline' : 'failed'}
        />
      );
    case 'ready': {
      const { list, open } = state.value;
      const unreadIds = list.filter((notice) => !notice.is_read).map((notice) => notice.id);
      if (list.length === 0)
        return <EmptyState icon="bell" title="暂无通知" hint="与您有关的救援和报警会显示在这里。" />;
      return (
        <>
          <div className="ti-notices__head">
            <h2>通知</h2>
            <span>{open > 0 ? `${open} 项待处理` : '没有待处理的事项'}</span>
            {unreadIds.length > 0 && (
              <Button size="small" variant="plain" icon="check" onClick={() => onRead(unreadIds)}>
                全部标为已读
              </Button>
            )}
          </div>
          <ul className="ti-notices__list">
            {list.map((notice) => (
              <li key={notice.id}>
                <button
                  type="button"
                  data-unread={!notice.is_read || undefined}
                  onClick={() => {
                    if (!notice.is_read) onRead([notice.id]);
                    close();
                    onOpen(notice);
                  }}
                >
                  <b>
                    {!notice.is_read && <span className="ti-visually-hidden">未读：</span>}
                    {notice.title}
                  </b>
                  <span>{notice.detail}</span>
                  {notice.rescue !== undefined && <RescueState rescue={notice.rescue} />}
                  <time dateTime={notice.created_at}>{toDisplayTime(notice.created_at)}</time>
                </button>
              </li>
            ))}
          </ul>
        </>
      );
    }
  }
}

/** The notification drop-down of the header. */
export function NoticeMenu({ onAll, ...props }: NoticeMenuProps) {
  const open = props.state.kind === 'ready' ? props.state.value.open : 0;
  return (
    <Popover icon="bell" label="通知" count={open} width={380}>
      {(close) => (
        <div className="ti-notices">
          <NoticeList {...props} close={close} />
          {onAll !== null && (
            <p className="ti-notices__foot">
              <Button
                size="small"
                variant="plain"
                icon="list"
                onClick={() => {
                  close();
                  onAll();
                }}
              >
                全部通知记录
              </Button>
            </p>
          )}
        </div>
      )}
    </Popover>
  );
}
