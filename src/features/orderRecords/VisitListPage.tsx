import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { visitList, visitPlan } from '../../contract/endpoints/visit.ts';
import { personList } from '../../contract/endpoints/person.ts';
import type { VisitRow } from '../../contract/entities/visit.ts';
import { screenNamed } from '../../contract/screens.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { ListAction } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { AwayDialog } from './AwayDialog.tsx';
import { Counters } from './Counters.tsx';
import { personSearch } from './personSearch.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { UnplannedNotice } from './UnplannedNotice.tsx';
import { PrintedVisit, printIdOf } from './PrintedVisit.tsx';
import { visitColumns } from './visitColumns.tsx';
import { visitFilters } from './visitFilters.tsx';
import { nameOf, visitNoun } from './visitLook.ts';
import { VisitPanel } from './VisitPanel.tsx';
import { createVisitSources, type VisitQuery } from './visitSources.ts';
import './orderRecords.css';

/** The dialog over the list, and the way to show its rows again after a change. */
type OpenDialog = { readonly onChanged: () => void } & (
  | { readonly kind: 'away' }
  | { readonly kind: 'plan' }
  | { readonly kind: 'assign'; readonly rows: readonly VisitRow[] }
);

/** The list of visits with one of them beside it, live; `?print=<id>` is the sheet of one. */
export function VisitListPage({ deps, readNowMs }: { deps: FeatureDeps; readNowMs: () => number }) {
  const { call, can, notify, saveFile } = deps;
  const [params, setParams] = useSearchParams();
  const [sources] = useState(() => createVisitSources(deps));
  const [subscribe] = useState(() => subscribeTo(sources.changes$));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const close = (): void => setDialog(null);
  const mayPlan = can(visitPlan.permission);
  const [screen] = useState(() => {
    const away: ListAction = {
      id: 'away',
      label: '人员离岗',
      icon: 'user-minus',
      run: (reload) => setDialog({ kind: 'away', onChanged: reload }),
    };
    const plan: ListAction = {
      id: 'plan',
      label: '新建临时维保',
      icon: 'plus',
      run: (reload) => setDialog({ kind: 'plan', onChanged: reload }),
    };
    return defineListScreen<VisitRow, VisitQuery>({
      name: 'OrderRecords',
      title: screenNamed('OrderRecords').title,
      // What is due first comes first, unless the user sorts.
      load: (query, signal) =>
        sources.load(query.sort === undefined ? { ...query, sort: 'due_on', order: 'asc' } : query, signal),
      rowId: (row) => row.id,
      columns: visitColumns,
      filters: visitFilters(deps, readNowMs),
      rowTone: ({ light }) => (light === 'overdue' ? 'high' : 'normal'),
      isSteady: true,
      actions: mayPlan ? [...(can(personList.permission) ? [away] : []), ...(can('elevator.view') ? [plan] : [])] : [],
      ...(mayPlan
        ? {
            selection: {
              nameOf,
              measure: '单',
              actions: [
                {
                  id: 'assign',
                  label: '派工 / 改期',
                  icon: 'users',
                  run: (rows, list) =>
                    setDialog({
                      kind: 'assign',
                      rows,
                      onChanged: () => {
                        list.reload();
                        list.clear();
                      },
                    }),
                },
              ],
            },
          }
        : {}),
      empty: { title: '没有符合条件的维保工单', hint: '平台按周期自动排期；到期、作业中和待会签的工单会出现在这里。' },
      exportFile: exportFileOf(saveFile, visitList),
      detail: {
        title: ({ id, row }) => (row === null ? `${visitNoun} ${id}` : `${row.kindLabel} ${row.tag}`),
        isWide: true,
        render: ({ id }) => <VisitPanel key={id} id={Number(id)} deps={deps} sources={sources} onPrint={setAsked} />,
      },
    });
  });
  const printId = asked ?? printIdOf(params);
  return (
    <>
      <ListScreen
        screen={screen}
        subscribe={subscribe}
        readNowMs={readNowMs}
        lead={
          <>
            <UnplannedNotice unplanned$={sources.unplanned$} />
            <Counters counts$={sources.counts$} />
          </>
        }
      />
      {dialog?.kind === 'away' && (
        <AwayDialog sources={sources} search={personSearch(call)} onChanged={dialog.onChanged} onClose={close} />
      )}
      {dialog?.kind === 'assign' && (
        <AssignDialog rows={dialog.rows} sources={sources} onChanged={dialog.onChanged} onClose={close} />
      )}
      {dialog?.kind === 'plan' && (
        <PlanDialog
          search={liftSearch(call)}
          plan={sources.plan}
          onDone={() => {
            notify.success('已新建临时维保');
            dialog.onChanged();
            close();
          }}
          onClose={close}
        />
      )}
      {printId !== null && (
        <PrintedVisit
          key={printId}
          id={printId}
          sources={sources}
          deps={deps}
          onClose={() => {
            setAsked(null);
            setParams((before) => {
              const next = new URLSearchParams(before);
              next.delete('print');
              return next;
            });
          }}
        />
      )}
    </>
  );
}
