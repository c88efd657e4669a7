import { useState } from 'react';
import { Subject } from 'rxjs';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { bindingDelete, bindingList } from '../../contract/endpoints/notification.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { ListChange } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { BindDialog } from './BindDialog.tsx';
import './notifyChannels.css';

type Binding = OutputOf<typeof bindingList>['list'][number];

const quiet = { quiet: true } as const;

/** The people who can be reached by WeChat, because they scanned a code. */
export function BindingsPage({ deps }: { deps: FeatureDeps }) {
  const { call, notify, saveFile } = deps;
  const [isBinding, setBinding] = useState(false);
  const [bound$] = useState(() => new Subject<ListChange<Binding>>());
  const [subscribe] = useState(() => subscribeTo(bound$));
  const [screen] = useState(() =>
    defineListScreen<Binding, InputOf<typeof bindingList>>({
      name: 'NotifyChannels.bindings',
      title: '微信绑定',
      load: (query, signal) => call(bindingList, query, { ...quiet, signal }),
      rowId: ({ id }) => id,
      columns: [
        textColumn('person_name', '人员', { width: 160 }),
        textColumn('organization_name', '单位'),
        textColumn('masked_address', '微信', { width: 200 }),
        timeColumn('bound_at', '绑定时间', { isSortable: false }),
      ],
      filters: [textFilter('keyword', '关键字', { placeholder: '人员、单位' })],
      rowActions: [
        {
          id: 'unbind',
          label: '解除绑定',
          icon: 'times',
          tone: 'danger',
          confirm: {
            title: '解除微信绑定',
            objectName: ({ person_name: name, organization_name: organization }) => `${name}（${organization}）`,
            message: '解除后不再向此人发送微信通知；需要时可重新扫码绑定。',
            confirmLabel: '解除绑定',
          },
          run: async ({ id, person_name: name }) => {
            await call(bindingDelete, { id }, quiet);
            notify.success(`已解除${name}的微信绑定`);
          },
        },
      ],
      actions: [{ id: 'bind', label: '绑定微信', icon: 'qrcode', isPrimary: true, run: () => setBinding(true) }],
      empty: { title: '还没有人绑定微信', hint: '点击“绑定微信”，由本人用微信扫码后即可收到通知。' },
      exportFile: exportFileOf(saveFile, bindingList),
    }),
  );
  return (
    <>
      <ListScreen screen={screen} subscribe={subscribe} />
      {isBinding && (
        <BindDialog deps={deps} onBound={() => bound$.next({ kind: 'refetch' })} onClose={() => setBinding(false)} />
      )}
    </>
  );
}
