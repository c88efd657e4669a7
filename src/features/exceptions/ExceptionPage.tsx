import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { exceptionList } from '../../contract/endpoints/exception.ts';
import type { ExceptionRow } from '../../contract/entities/exception.ts';
import { screenNamed } from '../../contract/screens.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import { hideRecordAction } from '../../parts/record/hideRecordAction.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { ListAction } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { createCommentDrafts } from './commentDrafts.ts';
import { exceptionColumns } from './exceptionColumns.tsx';
import { exceptionFilters } from './exceptionFilters.ts';
import { nounOf, type ExceptionKind } from './exceptionKind.ts';
import { exceptionTone, nameOf, rescuePathOf } from './exceptionLook.ts';
import { ExceptionPanel } from './ExceptionPanel.tsx';
import { createExceptionSources, type ExceptionQuery, type ExceptionReport } from './exceptionSources.ts';
import { ReportDialog, type ReportedType } from './ReportDialog.tsx';
import './exceptions.css';

interface ExceptionPageProps {
  kind: ExceptionKind;
  deps: FeatureDeps;
  readNowMs?: () => number;
}

const reportedFirst = (types: ExceptionKind['types']): ReportedType =>
  types.includes(3) ? 3 : types.includes(2) ? 2 : 4;

const registeredText = ({ type }: ExceptionReport, id: number, joined: boolean): string => {
  const noun = type === 2 ? '电动车事件' : type === 3 ? '故障' : '事件';
  return joined ? `该电梯已有未结束的${noun}，已并入 ${noun} ${id}` : `已登记${noun} ${id}`;
};

/** A list of faults, scooters or incidents with one of them beside it, live while open. */
export function ExceptionPage({ kind, deps, readNowMs = Date.now }: ExceptionPageProps) {
  const { call, can, notify, live, user, saveFile } = deps;
  const goTo = useNavigate();
  const [sources] = useState(() => createExceptionSources(deps, kind));
  const [drafts] = useState(() => createCommentDrafts(deps.tabStorage, user.id));
  const [subscribe] = useState(() => subscribeTo(sources.changes$));
  const [reload, setReload] = useState<(() => void) | null>(null);
  const [screen] = useState(() => {
    const hide = hideRecordAction<ExceptionRow>({
      noun: '异常',
      nameOf,
      isOffered: (row) => row.allowed_actions.some((event) => event.endsWith('.hidden')),
      hide: async (row, reason) => {
        await sources.hide(row.id, reason);
        notify.success(`已删除${nameOf(row)}`);
      },
    });
    const report: ListAction = {
      id: 'report',
      label: '登记异常',
      icon: 'plus',
      isPrimary: true,
      run: (reloadList) => setReload(() => reloadList),
    };
    return defineListScreen<ExceptionRow, ExceptionQuery>({
      name: kind.name,
      title: screenNamed(kind.name).title,
      load: sources.load,
      rowId: (row) => row.id,
      columns: exceptionColumns(kind, live.serverNow$),
      filters: exceptionFilters(kind, { call, causes$: sources.causes$ }, readNowMs),
      rowTone: exceptionTone,
      isSteady: true,
      goToRow: (row) => void goTo(rescuePathOf(row)),
      leadsAway: (row) => row.type === 1,
      ...(can('exception.delete') && kind.scope !== 'pending' ? { rowActions: [hide] } : {}),
      actions: can('exception.report') && kind.scope !== 'history' ? [report] : [],
      empty: kind.empty,
      exportFile: exportFileOf(saveFile, exceptionList),
      detail: {
        // A row that leaves the list leaves its page open.
        title: ({ id, row }) => `${row?.type_label ?? nounOf(kind)} ${id}`,
        isWide: true,
        render: ({ id }) => <ExceptionPanel key={id} id={Number(id)} deps={deps} sources={sources} drafts={drafts} />,
      },
    });
  });
  return (
    <>
      <ListScreen screen={screen} subscribe={subscribe} readNowMs={readNowMs} />
      {reload !== null && (
        <ReportDialog
          type={reportedFirst(kind.types)}
          search$={sources.search$}
          onClose={() => setReload(null)}
          onSubmit={async (report) => {
            const { id, joined } = await sources.report(report);
            notify.success(registeredText(report, id, joined));
            reload();
            setReload(null);
          }}
        />
      )}
    </>
  );
}
