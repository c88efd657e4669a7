import type { OutputOf } from '../../contract/endpoint.ts';
import type { auditList } from '../../contract/endpoints/audit.ts';
import { DataGrid } from '../../ui/list/DataGrid.tsx';
import { textColumn } from '../../ui/list/columns.tsx';

type Entry = OutputOf<typeof auditList>['list'][number];

/** Every field that an entry names, before and after. */
export function AuditChanges({ entry }: { entry: Entry }) {
  if (entry.changes.length === 0) return <p>没有字段变更。</p>;
  return (
    <DataGrid
      label="变更内容"
      rows={entry.changes}
      rowId={({ field }) => field}
      columns={[
        textColumn('field', '字段', { width: 120 }),
        textColumn('before', '变更前'),
        textColumn('after', '变更后'),
      ]}
    />
  );
}
