import { createElement } from 'react';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { PairDisplays } from '../../parts/display/PairDisplays.tsx';
import { PlanOutageDialog } from '../../parts/outage/PlanOutageDialog.tsx';
import { outagePlan } from '../../contract/endpoints/outage.ts';
import { wallPair } from '../../contract/endpoints/wall.ts';
import { auditList } from '../../contract/endpoints/audit.ts';
import { brandList } from '../../contract/endpoints/brand.ts';
import { cameraList } from '../../contract/endpoints/camera.ts';
import { communityList } from '../../contract/endpoints/community.ts';
import { importFillProperty } from '../../contract/endpoints/imports.ts';
import { maintenanceCalls, propertyCalls } from '../../contract/endpoints/company.ts';
import { deviceStatus } from '../../contract/endpoints/elevator.ts';
import { elevatorDelete, elevatorRegister, elevatorSave } from '../../contract/endpoints/liftRegister.ts';
import {
  elevatorFields,
  liftCategoryOptions,
  liftStateOptions,
  liftStates,
} from '../../contract/entities/elevatorFields.ts';
import type { LiftCategory } from '../../contract/liftCategories.ts';
import { deviceStatusLabels } from '../../contract/labels.ts';
import { screenNamed } from '../../contract/screens.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { lookupFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { Filter, RowId, SelectionAction } from '../../ui/list/listTypes.ts';
import { ChangeMaintainer } from './ChangeMaintainer.tsx';
import { liftChoices } from './choices.ts';
import { liftColumns } from './liftColumns.tsx';
import { LiftDetail } from './LiftDetail.tsx';
import { liftFields } from './liftFields.ts';
import { NextSteps } from './NextSteps.tsx';
import { PropertyGap } from './PropertyGap.tsx';
import { liftSources } from './liftSources.ts';

type Query = InputOf<typeof elevatorRegister>;
type LiftRow = OutputOf<typeof elevatorRegister>['list'][number];

/** The page that prints these lifts' plates. */
const platesPath = (ids: readonly RowId[]): string => `${screenNamed('ElevatorPlates').path}?ids=${ids.join(',')}`;

/** A user who may not list companies is not offered to choose by them. */
function filtersOf({ call, can }: FeatureDeps): readonly Filter<Partial<Query>>[] {
  const choices = liftChoices(call);
  return [
    textFilter('keyword', '关键字', { placeholder: '编号 / 注册代码 / 救援码 / 位置 / 小区', width: 260 }),
    selectFilter<'state', number>('state', '状态', liftStateOptions, { width: 112 }),
    selectFilter<'inspection', 'overdue' | 'soon'>(
      'inspection',
      '检验',
      [
        { value: 'overdue', label: '已过期' },
        { value: 'soon', label: '60 天内到期' },
      ],
      { width: 136 },
    ),
    selectFilter<'lacking', 'property' | 'maintenance'>(
      'lacking',
      '缺项',
      [
        { value: 'property', label: '缺物业单位' },
        { value: 'maintenance', label: '缺维保单位' },
      ],
      { width: 136 },
    ),
    selectFilter<'category', LiftCategory>('category', '类别', liftCategoryOptions, { width: 150 }),
    selectFilter<'status', number>(
      'status',
      '设备',
      deviceStatusLabels.map((label, value) => ({ value, label })),
      { width: 112 },
    ),
    ...(can(communityList.permission) ? [lookupFilter('community_id', '小区', choices.communities)] : []),
    ...(can(brandList.permission) ? [lookupFilter('brand_id', '品牌', choices.brands)] : []),
    ...(can(maintenanceCalls.list.permission) ? [lookupFilter('maintenance_id', '维保单位', choices.maintainers)] : []),
    ...(can(propertyCalls.list.permission) ? [lookupFilter('property_id', '物业单位', choices.properties)] : []),
  ];
}

/** The register of lifts (`/base-data/elevator-management`). */
export const createElevatorManagement = crudScreen({
  name: 'ElevatorManagement',
  list: elevatorRegister,
  save: elevatorSave,
  remove: elevatorDelete,
  noun: '电梯',
  record: 'elevator',
  importKind: 'elevator',
  hasOwnHistory: true,
  nameOf: (row) => `${row.tag}（${row.community_name}）`,
  columns: liftColumns,
  filters: filtersOf,
  fields: liftFields,
  // As most lifts are.
  newRow: { elevator_type: 2, category: 'traction', special_type: '', state: liftStates.inUse, floor_min: 1 },
  formColumns: 3,
  shownAfterSave: ({ answer, input, isNew, deps, close }) => {
    if (!isNew) return null;
    const { id } = elevatorSave.output.parse(answer);
    const { tag, maintenance_id: maintenanceId } = elevatorFields.partial().parse(input);
    return createElement(NextSteps, {
      id,
      tag: tag ?? '',
      hasMaintainer: typeof maintenanceId === 'number',
      mayBind: deps.can('device.bind'),
      onClose: close,
    });
  },
  detail: (deps) => {
    const sources = liftSources(deps);
    const canSee = {
      changes: deps.can(auditList.permission),
      devices: deps.can(deviceStatus.permission),
      cameras: deps.can(cameraList.permission),
    };
    return {
      title: ({ row }) => (row === null ? '电梯' : `电梯 ${row.tag}`),
      render: ({ id, row }) =>
        createElement(LiftDetail, {
          key: id,
          id: Number(id),
          version: row?.version ?? null,
          tag: row?.tag ?? null,
          sources,
          deps,
          canSee,
        }),
    };
  },
  lead: ({ call, can }) =>
    can(elevatorSave.permission) && can(importFillProperty.permission) ? createElement(PropertyGap, { call }) : null,
  rowActions: (_deps, goTo) => [{ id: 'plate', label: '标牌', icon: 'print', run: ({ id }) => goTo(platesPath([id])) }],
  selection: ({ call, can, live, notify }, { goTo, show }) => ({
    nameOf: ({ tag }) => tag,
    measure: '台',
    toQuery: (ids) => ({ ids: ids.join(',') }),
    actions: [
      {
        id: 'plates',
        label: '打印标牌',
        icon: 'print',
        run: (lifts) => goTo(platesPath(lifts.map(({ id }) => id))),
      },
      ...(can(outagePlan.permission)
        ? [
            {
              id: 'outage',
              label: '安排停梯',
              icon: 'pause',
              run: (lifts, list) =>
                show(
                  createElement(PlanOutageDialog, {
                    lifts,
                    call,
                    onPlanned: (ids) => {
                      notify.success(`已安排 ${ids.length} 台停梯`);
                      list.clear();
                      show(null);
                    },
                    onClose: () => show(null),
                  }),
                ),
            } satisfies SelectionAction<LiftRow>,
          ]
        : []),
      ...(can(wallPair.permission)
        ? [
            {
              id: 'cabin',
              label: '配对轿厢屏',
              icon: 'desktop',
              run: ([lift]) =>
                lift !== undefined &&
                show(createElement(PairDisplays, { deps: { call, can, live }, lift, onClose: () => show(null) })),
            } satisfies SelectionAction<LiftRow>,
          ]
        : []),
      ...(can(elevatorSave.permission) && can(maintenanceCalls.list.permission)
        ? [
            {
              id: 'maintainer',
              label: '更换维保单位',
              icon: 'wrench',
              run: (lifts, list) =>
                show(
                  createElement(ChangeMaintainer, {
                    lifts,
                    call,
                    onChanged: () => {
                      list.reload();
                      list.clear();
                    },
                    onClose: () => show(null),
                  }),
                ),
            } satisfies SelectionAction<LiftRow>,
          ]
        : []),
    ],
  }),
  actions: (_deps, goTo) => [
    {
      id: 'plates',
      label: '打印本页标牌',
      icon: 'print',
      needsRows: true,
      run: (_reload, ids) => goTo(platesPath(ids)),
    },
  ],
  hint: '先在“小区管理”中登记小区，再登记其中的电梯。',
});
