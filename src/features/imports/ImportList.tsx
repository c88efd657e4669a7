import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import { importList, type ImportFile } from '../../contract/endpoints/imports.ts';
import {
  importKindNames,
  importKinds,
  importStateLabels,
  importStates,
  isImportUnwritten,
  type ImportKind,
  type ImportState,
} from '../../contract/entities/imports.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { labelColumn, numberColumn, statusColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { stateTag } from './importTags.tsx';
import { UploadDialog } from './UploadDialog.tsx';

const kindLabels = Object.fromEntries(importKindNames.map((kind) => [kind, importKinds[kind].noun]));
type Query = InputOf<typeof importList>;

const stateCell = ({ state, wrong_num: wrong }: ImportFile) => <StatusTag {...stateTag(state, wrong)} />;

/** What a file that was given up or refused would have done is no figure of the register. */
const writtenColumn = (field: 'new_num' | 'changed_num' | 'same_num', header: string): Column<ImportFile> => ({
  ...numberColumn(field, header),
  cell: (row) => (isImportUnwritten(row.state) ? '—' : row[field].toLocaleString('en-US')),
  csv: (row) => (isImportUnwritten(row.state) ? null : row[field]),
});

/** All imports that the user may see; `?new=community` opens the dialog for a new one. */
export function ImportList({ deps }: { deps: FeatureDeps }) {
  const [params, setParams] = useSearchParams();
  const [screen] = useState(() =>
    defineListScreen<ImportFile, Query>({
      name: 'Imports',
      title: screenNamed('Imports').title,
      load: (query, signal) => deps.call(importList, query, { quiet: true, signal }),
      rowId: (row) => row.id,
      columns: [
        textColumn('file_name', '文件'),
        labelColumn('kind', '内容', kindLabels, { width: 110 }),
        {
          ...statusColumn('state', '状态', (state: ImportState) => stateTag(state)),
          cell: stateCell,
          csv: (row) => stateTag(row.state, row.wrong_num).label,
        },
        numberColumn('row_num', '行数', { isSortable: true }),
        ...(
          [
            ['new_num', '新增'],
            ['changed_num', '更新'],
            ['same_num', '无变化'],
          ] as const
        ).map(([field, header]) => writtenColumn(field, header)),
        numberColumn('wrong_num', '错误'),
        textColumn('author_name', '导入人', { width: 110 }),
        timeColumn('created_at', '上传时间'),
      ],
      filters: [
        textFilter('keyword', '关键字', { placeholder: '文件 / 导入人' }),
        selectFilter<'kind', ImportKind>(
          'kind',
          '内容',
          importKindNames.map((value) => ({ value, label: importKinds[value].noun })),
        ),
        selectFilter<'state', ImportState>(
          'state',
          '状态',
          importStates.map((value) => ({ value, label: importStateLabels[value] })),
        ),
      ],
      actions: [
        {
          id: 'new',
          label: '导入文件',
          icon: 'upload',
          isPrimary: true,
          run: () => setParams({ new: '' }),
        },
      ],
      goToRow: (row) => setParams({ import: String(row.id) }),
      empty: { title: '还没有导入过文件', hint: '点击“导入文件”，下载模板，填写后上传。' },
    }),
  );
  const asked = params.get('new');
  return (
    <>
      <ListScreen screen={screen} />
      {asked !== null && (
        <UploadDialog
          deps={deps}
          kind={importKindNames.find((kind) => kind === asked) ?? null}
          onClose={() => setParams({})}
          onUploaded={({ id }) => setParams({ import: String(id) })}
        />
      )}
    </>
  );
}
