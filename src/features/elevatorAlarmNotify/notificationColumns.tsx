import { Link } from 'react-router-dom';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import { notificationSourceWords, notificationStateLabels } from '../../contract/notificationWords.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { NotificationChain } from '../../parts/notification/NotificationChain.tsx';
import { labelColumn, numberColumn, spokenColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';
import { Unbroken } from '../../ui/Unbroken/Unbroken.tsx';
import type { Column } from '../../ui/list/listTypes.ts';

/** Without the year: people look at records within days, and the export has the full time. */
function ShortTime({ at }: { at: string | null }) {
  if (at === null) return <span className="ti-none">—</span>;
  const whole = toDisplayTime(at);
  return <span title={whole}>{whole.slice(5)}</span>;
}

const liftPath = (elevatorId: number): string => `/elevator-screening?id=${elevatorId}`;

const demoWords = { true: '演示', false: '' } as const;

/** Recipient, subject, channel and state; `seesLifts` adds a link to the lift. */
export const notificationColumns = (seesLifts: boolean): readonly Column<NotificationRow>[] => [
  { ...timeColumn('created_at', '时间', { width: 118 }), cell: ({ created_at: at }) => <ShortTime at={at} /> },
  {
    ...textColumn('source_label', '来源', { width: 124 }),
    cell: (row) => {
      const words = notificationSourceWords(row);
      return <span title={words}>{words}</span>;
    },
  },
  textColumn('title', '事件'),
  {
    ...spokenColumn('tag', '电梯', { width: 84 }),
    cell: ({ tag, elevator_id: id }) =>
      tag === '' ? (
        <span className="ti-none">—</span>
      ) : (
        <Spoken>{id === null || !seesLifts ? tag : <Link to={liftPath(id)}>{tag}</Link>}</Spoken>
      ),
  },
  {
    ...textColumn('recipient', '收件人', { width: 158 }),
    cell: ({ recipient, masked_address: address }) => (
      <span title={`${recipient} ${address}`.trim()}>
        {recipient}
        {address !== '' && (
          <span className="ean-address">
            {' '}
            <Unbroken>{address}</Unbroken>
          </span>
        )}
      </span>
    ),
  },
  { ...textColumn('masked_address', '收件地址', { width: 130, isHiddenByDefault: true }) },
  textColumn('channel_label', '渠道', { width: 80 }),
  {
    ...labelColumn('state', '状态', notificationStateLabels, { width: 220 }),
    cell: (row) => <NotificationChain row={row} />,
  },
  numberColumn('attempts', '尝试', { width: 56 }),
  {
    ...timeColumn('receipt_at', '回执时间', { width: 118, isSortable: false }),
    cell: ({ receipt_at: at }) => <ShortTime at={at} />,
  },
  textColumn('problem', '问题或取消原因', { isHiddenByDefault: true }),
  labelColumn('is_demo', '演示', demoWords, { width: 70, isHiddenByDefault: true }),
];
