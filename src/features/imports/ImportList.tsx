import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import { importList, type ImportUploaded } from '../../contract/endpoints/imports.ts';
import {
  importKindNames,
  importKinds,
  importStateLabels,
  importStates,
  type ImportKind,
  type ImportState,
} from '../../contract/entities/imports.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { fileColumns } from './importColumns.tsx';
import { idOf } from './idOf.ts';
import { UploadDialog } from './UploadDialog.tsx';

type Query = InputOf<typeof importList>;

/** All imports that the user may see; `?new=community` opens the dialog for a new one, with `&group=12` for one more file of an upload. */
export function ImportList({ deps }: { deps: FeatureDeps }) {
  const [params, setParams] = useSearchParams();
  const [screen] = useState(() =>
    defineListScreen<ImportUploaded, Query>({
      name: 'Imports',
      title: screenNamed('Imports').title,
      load: (query, signal) => deps.call(importList, { ...query, grouped: true }, { quiet: true, signal }),
      rowId: (row) => row.id,
      columns: fileColumns,
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
      goToRow: (row) =>
        setParams((row.files?.length ?? 0) > 1 ? { group: String(row.import_group_id) } : { import: String(row.id) }),
      empty: { title: '还没有导入过文件', hint: '点击“导入文件”，下载模板，填写后上传。' },
    }),
  );
  const asked = params.get('new');
  const groupId = idOf(params.get('group'));
  return (
    <>
      <ListScreen screen={screen} />
      {asked !== null && (
        <UploadDialog
          deps={deps}
          kind={importKindNames.find((kind) => kind === asked) ?? null}
          groupId={groupId}
          onClose={() => setParams(groupId === null ? {} : { group: String(groupId) })}
          onUploaded={({ id, group }) => setParams(group === null ? { import: String(id) } : { group: String(group) })}
        />
      )}
    </>
  );
}
