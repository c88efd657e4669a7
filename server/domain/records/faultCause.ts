import type * as z from 'zod';
import { faultCauseFields, keptSubsystem, labelWithGroup } from '../../../src/contract/entities/faultCause.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { Refusal } from '../refusal.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { keepAbsent } from '../rows/keepAbsent.ts';
import { takenValue } from '../rows/takenValue.ts';

export type FaultCauseValues = z.output<typeof faultCauseFields>;
type Errors = FieldErrors['errors'];

const columns = ['code', 'name', 'parent_code', 'sort'] as const;

function* readCause(queries: Queries, id: number): TransactionSteps<FaultCauseValues | undefined> {
  const [row] = yield* run(
    queries
      .selectFrom('fault_causes')
      .select([...columns, 'is_retired', 'subsystem'])
      .where('id', '=', id),
  );
  return row === undefined
    ? undefined
    : { ...row, is_retired: row.is_retired === 1, subsystem: keptSubsystem(row.subsystem) };
}

function* wrongCode(queries: Queries, id: number | null, { code }: FaultCauseValues): TransactionSteps<Errors> {
  const before = id === null ? undefined : yield* readCause(queries, id);
  if (before !== undefined)
    return before.code === code ? [] : [{ field: 'code', message: `编码定下后不再改变，仍为“${before.code}”` }];
  const [same] = yield* run(queries.selectFrom('fault_causes').select('name').where('code', '=', code));
  return same === undefined ? [] : [{ field: 'code', message: `编码已用于“${same.name}”，停用的编码也不再使用` }];
}

const takenName = takenValue<FaultCauseValues>('name', '同一级已有同名原因', (queries, { name, parent_code }) =>
  queries.selectFrom('fault_causes').select('id').where('parent_code', '=', parent_code).where('name', '=', name),
);

const misplacedWords = (message: string) => [{ field: 'parent_code', message }];

/** Two levels; no cause ever changes its level, so that counts under level 1 stay there. */
function* misplaced(queries: Queries, id: number | null, values: FaultCauseValues): TransactionSteps<Errors> {
  const { parent_code: parentCode } = values;
  const before = id === null ? undefined : yield* readCause(queries, id);
  if (before?.parent_code === '' && parentCode !== '') return misplacedWords('一级原因不能移到其他原因之下');
  if (before !== undefined && before.parent_code !== '' && parentCode === '')
    return misplacedWords('二级原因须有上级原因');
  if (parentCode === '') return [];
  const [parent] = yield* run(queries.selectFrom('fault_causes').select('parent_code').where('code', '=', parentCode));
  if (parent === undefined || parentCode === before?.code) return misplacedWords('上级原因不存在，请重新选择');
  return parent.parent_code === '' ? [] : misplacedWords('最多两级，请选择一级原因');
}

const rowOf = ({ is_retired: isRetired, subsystem = '', ...values }: FaultCauseValues) => ({
  ...values,
  subsystem,
  is_retired: isRetired ? (1 as const) : (0 as const),
});

/**
 * The catalogue of causes, one for the whole site. A cause is retired, never deleted: its code stays in records and is never
 * given to another. Records keep the name that a cause had when it was chosen.
 */
export const createFaultCauseDesk = (
  parts: RowDeskParts<FaultCauseValues>,
): Pick<RowDesk<FaultCauseValues>, 'save' | 'alsoWrong'> =>
  rowDesk<FaultCauseValues>(
    rowResource({
      noun: '故障原因',
      kind: 'faultCause',
      table: 'fault_causes',
      fields: faultCauseFields,
      read: readCause,
      toColumns: rowOf,
      complete: keepAbsent(readCause, { subsystem: '' }),
      problems: [wrongCode, takenName, misplaced],
      // oxlint-disable-next-line require-yield -- it always refuses
      *remove() {
        throw new Refusal('故障原因不能删除，请停用', refusalCodes.notAllowedNow);
      },
    }),
    parts,
  );

/**
 * A cause of level 2 that may be chosen now: what it is called, and the code of the one above it. Undefined for every other code.
 */
export function* offeredDetail(
  queries: Queries,
  code: string,
): TransactionSteps<{ readonly name: string; readonly group: string } | undefined> {
  const [cause] = yield* run(
    queries
      .selectFrom('fault_causes as c')
      .innerJoin('fault_causes as parent', 'parent.code', 'c.parent_code')
      .select(['c.name', 'parent.code as group'])
      .where('c.code', '=', code)
      .where('c.is_retired', '=', 0)
      .where('parent.is_retired', '=', 0),
  );
  return cause;
}

/**
 * Returns the name of a cause that may be chosen now, with the one above it (门系统 · 厅门锁). Undefined for an unknown or retired code, and for
 * one that has others below it: those must be chosen then.
 */
export function* nameOfCause(queries: Queries, code: string): TransactionSteps<string | undefined> {
  const near = yield* run(
    queries
      .selectFrom('fault_causes as c')
      .leftJoin('fault_causes as parent', 'parent.code', 'c.parent_code')
      .select(['c.code', 'c.name', 'c.is_retired', 'c.parent_code'])
      .select(['parent.name as parent_name', 'parent.is_retired as is_parent_retired'])
      .where((row) => row.or([row('c.code', '=', code), row('c.parent_code', '=', code)])),
  );
  const cause = near.find((row) => row.code === code);
  const isOffered = ({ is_retired: own, is_parent_retired: above }: (typeof near)[number]): boolean =>
    own === 0 && above !== 1;
  if (cause === undefined || code === '' || !isOffered(cause)) return undefined;
  if (near.some((row) => row.parent_code === code && isOffered(row))) return undefined;
  return cause.parent_name === null ? cause.name : labelWithGroup(cause.parent_name, cause.name);
}
