import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ruleStateLabels, type RuleState } from '../../contract/rules/alarmRule.ts';
import { alarmRuleList } from '../../contract/endpoints/alarmRule.ts';
import type { RuleRow } from '../../contract/rules/alarmRuleRow.ts';
import { keysOf } from '../../contract/exceptions.ts';
import { exceptionTypeLabels } from '../../contract/labels.ts';
import { screenNamed } from '../../contract/screens.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { labelColumn, numberColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column, DrawnCell, ListAction } from '../../ui/list/listTypes.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { editorPath } from './rulePaths.ts';
import { RulePanel } from './RulePanel.tsx';
import type { RuleQuery, RuleSources } from './ruleSources.ts';
import { stateTag } from './ruleTags.ts';

/** Two lines of text, for which it gets the room that the other columns do not need. */
const sentenceCell: DrawnCell<RuleRow> = Object.assign(
  (row: RuleRow) => (
    <span className="rule-words" title={row.sentence} data-cut={row.cut_off !== undefined || undefined}>
      <span>{row.sentence}</span>
      {row.cut_off !== undefined && (
        <small data-bad title={row.cut_off}>
          {row.cut_off}
        </small>
      )}
    </span>
  ),
  { text: ({ sentence }: RuleRow) => sentence },
);

const columns: readonly Column<RuleRow>[] = [
  {
    ...labelColumn('state', '状态', ruleStateLabels, { width: 124 }),
    cell: (row: RuleRow) => <StatusTag {...stateTag(row)} />,
  },
  {
    ...textColumn('name', '规则', { width: 180, isSortable: true }),
    cell: (row: RuleRow) => (
      <span className="rule-name" title={row.name}>
        {row.name}
        {row.is_shipped && <small>系统自带</small>}
      </span>
    ),
  },
  {
    ...textColumn('sentence', '内容'),
    cell: sentenceCell,
  },
  textColumn('organization_name', '所属', { width: 130 }),
  labelColumn('event_type', '事件类型', exceptionTypeLabels, { width: 100, isHiddenByDefault: true }),
  numberColumn('firings_week', '本周触发', { width: 92, unit: '次' }),
  timeColumn('last_fired_at', '最近触发', { isSortable: false }),
  textColumn('updated_by', '修改人', { width: 90 }),
  timeColumn('updated_at', '修改时间', { isHiddenByDefault: true }),
];
const filters = [
  textFilter('keyword', '关键字', { placeholder: '规则名称' }),
  selectFilter<'state', RuleState>(
    'state',
    '状态',
    keysOf(ruleStateLabels).map((value) => ({ value, label: ruleStateLabels[value] })),
  ),
  selectFilter<'event_type', 1 | 2 | 3 | 4>(
    'event_type',
    '事件类型',
    ([1, 2, 3, 4] as const).map((value) => ({ value, label: exceptionTypeLabels[value] })),
  ),
];

/** The rules as sentences, with how often each fired; one opens beside the list. */
export function RuleListPage({ deps, sources }: { deps: FeatureDeps; sources: RuleSources }) {
  const goTo = useNavigate();
  const [screen] = useState(() => {
    const create: ListAction = {
      id: 'new',
      label: '新建规则',
      icon: 'plus',
      isPrimary: true,
      run: () => void goTo(editorPath('new')),
    };
    return defineListScreen<RuleRow, RuleQuery>({
      name: 'AlarmSetting',
      title: screenNamed('AlarmSetting').title,
      // Retired rules are only requested when the filter asks for them.
      load: (query, signal) => sources.load(query.state === 'retired' ? { ...query, all: true } : query, signal),
      rowId: (row) => row.id,
      columns,
      filters,
      rowTone: (row) => (row.cut_off === undefined ? 'normal' : 'high'),
      actions: deps.can('rule.edit') ? [create] : [],
      exportFile: exportFileOf(deps.saveFile, alarmRuleList),
      empty: {
        title: '暂无报警规则',
        hint: '规则决定一个事件发生后系统做什么、通知谁。求救呼叫始终响铃，不需要规则。',
      },
      detail: {
        title: ({ row, id }) => row?.name ?? `规则 ${id}`,
        isWide: true,
        render: ({ id, reload }) => (
          <RulePanel key={id} id={Number(id)} deps={deps} sources={sources} onChanged={reload} />
        ),
      },
    });
  });
  return <ListScreen screen={screen} />;
}
