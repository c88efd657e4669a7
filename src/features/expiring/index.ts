import { createElement, useState, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { expiringList } from '../../contract/endpoints/expiring.ts';
import { expiringKindLabels, expiringKinds, type ExpiringKind } from '../../contract/entities/expiring.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { statusColumn, textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { addressOf } from './addressOf.ts';
import { toDaysTag } from './toDaysTag.ts';

type Row = OutputOf<typeof expiringList>['list'][number];
type Query = InputOf<typeof expiringList>;

/** The records that expire within 60 days (`/base-data/expiring`), the longest expired first; a row leads to its record. */
export function createExpiring({ call }: FeatureDeps): ComponentType {
  const { title } = screenNamed('Expiring');
  return function ExpiringPage() {
    const goTo = useNavigate();
    const [screen] = useState(() =>
      defineListScreen<Row, Query>({
        name: 'Expiring',
        title,
        load: (query, signal) => call(expiringList, query, { quiet: true, signal }),
        rowId: ({ key }) => key,
        goToRow: (row) => void goTo(addressOf(row)),
        columns: [
          statusColumn('days_left', '期限', toDaysTag, { width: 150 }),
          textColumn('expires_on', '到期日期', { width: 120, isSortable: true }),
          {
            ...textColumn('kind', '类别', { width: 120 }),
            cell: (row) => expiringKindLabels[row.kind],
            csv: (row) => expiringKindLabels[row.kind],
          },
          textColumn('name', '名称', { isSortable: true }),
          textColumn('owner', '所属', { isSortable: true }),
          textColumn('detail', '说明'),
        ],
        filters: [
          textFilter('keyword', '关键字', { placeholder: '名称 / 所属' }),
          selectFilter<'kind', ExpiringKind>(
            'kind',
            '类别',
            expiringKinds.map((value) => ({ value, label: expiringKindLabels[value] })),
          ),
          selectFilter<'state', 'overdue' | 'soon'>('state', '期限', [
            { value: 'overdue', label: '已过期' },
            { value: 'soon', label: '60 天内到期' },
          ]),
        ],
        rowTone: ({ days_left }) => (days_left < 0 ? 'high' : 'normal'),
        empty: { title: '没有即将到期的内容', hint: '60 天内到期与已过期的证书、许可、保险、合同和检验会列在这里。' },
      }),
    );
    return createElement(ListScreen<Row, Query>, { screen });
  };
}
