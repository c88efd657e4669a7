import type { NoticeRow } from '../../contract/entities/alarmRecord.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LoadState } from '../../streams/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Popover } from '../../ui/Popover/Popover.tsx';
import type { Notices } from '../live/watchNotices.ts';

export interface NoticeMenuProps {
  state: LoadState<Notices>;
  /** Marks them as read. */
  onRead: (ids: readonly number[]) => void;
  onOpen: (notice: NoticeRow) => void;
}

function NoticeList({ state, onRead, onOpen, close }: NoticeMenuProps & { close: () => void }) {
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
      const { list, unread } = state.value;
      const unreadIds = list.filter((notice) => !notice.is_read).map((notice) => notice.id);
      if (list.length === 0)
        return <EmptyState icon="bell" title="暂无通知" hint="与您有关的救援和报警会显示在这里。" />;
      return (
        <>
          <div className="ti-notices__head">
            <h2>通知</h2>
            <span>{unread > 0 ? `${unread} 条未读` : '全部已读'}</span>
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
export function NoticeMenu(props: NoticeMenuProps) {
  const unread = props.state.kind === 'ready' ? props.state.value.unread : 0;
  return (
    <Popover icon="bell" label="通知" count={unread} width={380}>
      {(close) => (
        <div className="ti-notices">
          <NoticeList {...props} close={close} />
        </div>
      )}
    </Popover>
  );
}
