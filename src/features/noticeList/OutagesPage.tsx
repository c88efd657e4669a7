import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import type { InputOf } from '../../contract/endpoint.ts';
import { outageDraft, outageList, outagePlan, outageStep, type OutageRow } from '../../contract/endpoints/outage.ts';
import { outageStateLabels, outageSteps, type OutageState } from '../../contract/events/outage.ts';
import { keysOf } from '../../contract/exceptions.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import { toWireTime } from '../../contract/time.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import { outageTag } from '../../parts/outage/outageTag.ts';
import { outageRange, PlanOutageDialog } from '../../parts/outage/PlanOutageDialog.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { watchListChanges } from '../../streams/lists/watchListChanges.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { DateTimeRangeField } from '../../ui/form/DateTimeRangeField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { statusColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { lookupFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column, RowAction } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';

type OutageQuery = InputOf<typeof outageList>;

const columns: readonly Column<OutageRow>[] = [
  textColumn('tag', '电梯', { width: 130, isSortable: true }),
  textColumn('community_name', '小区', { isSortable: true }),
  textColumn('addr', '位置'),
  statusColumn('stage', '状态', outageTag),
  timeColumn('from', '开始', { isSortable: true }),
  timeColumn('to', '结束', { isSortable: true }),
  textColumn('reason', '原因'),
  textColumn('planned_by', '安排人', { width: 110 }),
  textColumn('end_note', '备注', { isHiddenByDefault: true }),
];

const quiet = { quiet: true } as const;
const nameOf = ({ tag, reason }: OutageRow): string => `${tag}：${reason}`;

/** The steps that a person takes on a planned outage. */
function stepActions(
  { call, notify }: FeatureDeps,
  onExtend: (row: OutageRow) => void,
): readonly RowAction<OutageRow>[] {
  const offered = (event: keyof typeof outageSteps) => (row: OutageRow) => row.allowed_actions.includes(event);
  return [
    {
      id: 'end',
      label: outageSteps['outage.ended'].label,
      icon: 'check',
      isOffered: offered('outage.ended'),
      confirm: {
        title: '确认恢复运行',
        objectName: nameOf,
        message: '确认后报警与离线恢复提示，待办消失。',
        confirmLabel: '恢复运行',
        reason: { label: '备注', isRequired: false, placeholder: '如：试运行正常', maxLength: 200 },
      },
      run: async ({ id, tag }, note) => {
        await call(outageStep, { id, event: 'outage.ended', data: { note } }, quiet);
        notify.success(`${tag} 已恢复运行`);
      },
    },
    {
      id: 'extend',
      label: outageSteps['outage.extended'].label,
      icon: 'clock',
      isOffered: offered('outage.extended'),
      run: onExtend,
    },
    {
      id: 'cancel',
      label: outageSteps['outage.cancelled'].label,
      icon: 'times',
      tone: 'danger',
      isOffered: offered('outage.cancelled'),
      confirm: {
        title: '取消停梯安排',
        objectName: nameOf,
        confirmLabel: '取消安排',
        reason: { label: '取消原因', isRequired: true, placeholder: '至少 2 个字', maxLength: 200 },
      },
      run: async ({ id, tag }, reason) => {
        await call(outageStep, { id, event: 'outage.cancelled', data: { reason } }, quiet);
        notify.success(`已取消 ${tag} 的停梯安排`);
      },
    },
  ];
}

type Shown = { readonly kind: 'plan' } | { readonly kind: 'extend'; readonly row: OutageRow };

/** The planned outages of lifts, live: planned, extended, ended, and told to the people of the community. */
export function OutagesPage({ deps }: { deps: FeatureDeps }) {
  const { call, can, live, notify } = deps;
  const goTo = useNavigate();
  const [shown, setShown] = useState<Shown | null>(null);
  const [subscribe] = useState(() =>
    subscribeTo(watchListChanges({ ...live, concerns: (event) => isChangeOf(event, 'outage') })),
  );
  const [screen] = useState(() => {
    const draft = async (rows: readonly OutageRow[]): Promise<void> => {
      const { id } = await call(outageDraft, { ids: rows.map((row) => row.id) });
      notify.success('已起草公告，请核对后发送');
      void goTo(`?tab=drafts&id=${id}`);
    };
    const mayDraft = can(outageDraft.permission);
    return defineListScreen<OutageRow, OutageQuery>({
      name: 'NoticeListOutages',
      title: '计划停梯',
      load: (query, signal) => call(outageList, query, { ...quiet, signal }),
      rowId: ({ id }) => id,
      columns,
      filters: [
        textFilter('keyword', '关键字', { placeholder: '电梯 / 小区 / 原因' }),
        selectFilter<'stage', OutageState>(
          'stage',
          '状态',
          keysOf(outageStateLabels).map((value) => ({ value, label: outageStateLabels[value] })),
        ),
        lookupFilter('elevator_id', '电梯', liftSearch(call), { width: 140 }),
      ],
      rowTone: ({ stage }) => (stage === 'overrun' ? 'high' : 'normal'),
      isSteady: true,
      rowActions: [
        ...stepActions(deps, (row) => setShown({ kind: 'extend', row })),
        ...(mayDraft
          ? [
              {
                id: 'draft',
                label: '起草公告',
                icon: 'megaphone',
                isOffered: ({ stage }) => stage === 'planned' || stage === 'active',
                run: (row) => draft([row]),
              } satisfies RowAction<OutageRow>,
            ]
          : []),
      ],
      ...(mayDraft
        ? {
            selection: {
              nameOf,
              measure: '条',
              actions: [
                {
                  id: 'draft',
                  label: '起草公告',
                  icon: 'megaphone',
                  run: (rows) => void draft(rows).catch(() => null),
                },
              ],
            },
          }
        : {}),
      actions: can(outagePlan.permission)
        ? [
            {
              id: 'plan',
              label: '安排停梯',
              icon: 'plus',
              isPrimary: true,
              run: () => setShown({ kind: 'plan' }),
            },
          ]
        : [],
      empty: { title: '没有计划停梯', hint: '检修、改造需要停梯时在此安排，到时报警与离线不再误扰。' },
      exportName: '计划停梯',
    });
  });
  return (
    <>
      <ListScreen screen={screen} subscribe={subscribe} />
      {shown?.kind === 'plan' && (
        <PlanOutageDialog
          call={call}
          onClose={() => setShown(null)}
          onPlanned={(ids) => {
            notify.success(`已安排 ${ids.length} 台停梯`);
            setShown(null);
          }}
        />
      )}
      {shown?.kind === 'extend' && (
        <ExtendDialog
          row={shown.row}
          onClose={() => setShown(null)}
          onExtend={async (to) => {
            await call(outageStep, { id: shown.row.id, event: 'outage.extended', data: { to } }, quiet);
            notify.success(`${shown.row.tag} 的停梯已延长`);
            setShown(null);
          }}
        />
      )}
    </>
  );
}

const extendSchema = z.object({ range: outageRange });

function ExtendDialog({
  row,
  onExtend,
  onClose,
}: {
  row: OutageRow;
  onExtend: (to: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useSchemaForm(extendSchema, {
    range: { fromMs: Date.parse(row.from), toMs: Date.parse(row.to) },
  });
  return (
    <FormDialog
      title={`延长 ${row.tag} 的停梯`}
      isOpen
      onClose={onClose}
      form={form}
      fields={['range']}
      submitLabel="延长"
      onSubmit={({ range }) => onExtend(toWireTime(range.toMs ?? 0))}
    >
      <DateTimeRangeField
        control={form.control}
        name="range"
        label="停梯时间"
        isRequired
        hasTime
        hint="只改结束时间；开始时间不变。"
      />
    </FormDialog>
  );
}
