import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/listTypes.ts';

/** The reason why a template cannot be sent, in Chinese. */
export const problemColumn: Column<{ readonly problem: string }> = {
  ...textColumn('problem', '检查', { width: 240 }),
  cell: ({ problem }) =>
    problem === '' ? (
      <StatusTag label="可用" tone="neutral" icon="check" />
    ) : (
      <StatusTag label={problem} tone="medium" />
    ),
};
