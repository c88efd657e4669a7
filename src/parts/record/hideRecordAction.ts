import type { RowAction } from '../../ui/list/listTypes.ts';

interface HiddenRecord<Row> {
  /** The common noun for one of them: 救援单. */
  readonly noun: string;
  /** Names a row in the question. */
  readonly nameOf: (row: Row) => string;
  readonly isOffered: (row: Row) => boolean;
  /** The place in which the record remains. */
  readonly remainsIn?: string;
  readonly hide: (row: Row, reason: string) => Promise<void>;
}

/** The row action 删除 of records: takes one out of every list, with a reason. The log and the statistics keep it. */
export const hideRecordAction = <Row>({
  noun,
  nameOf,
  isOffered,
  remainsIn = '审计、时间线与统计',
  hide,
}: HiddenRecord<Row>): RowAction<Row> => ({
  id: 'hide',
  label: '删除',
  icon: 'trash',
  tone: 'danger',
  isOffered,
  confirm: {
    title: `删除${noun}`,
    objectName: nameOf,
    message: `删除后不再出现在列表中；${remainsIn}仍保留，操作人与原因会被记录。`,
    confirmLabel: '删除',
    reason: { label: '删除原因', isRequired: true, placeholder: '至少 2 个字', maxLength: 500 },
  },
  run: hide,
});
