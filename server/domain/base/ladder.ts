import { sql } from 'kysely';
import { ladderFields, rotaFields } from '../../../src/contract/rules/ladder.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { organizationCoveredCondition, organizationScopeCondition } from '../../access/organizationScope.ts';
import type { Principal } from '../../access/principal.ts';
import { ladderValues, organizationColumns, rotaValues, type LadderValues, type RotaValues } from './rotaRows.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { organizationExists } from './person.ts';
import { Refusal } from '../refusal.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts, type RowResource } from '../rows/rowDesk.ts';
import type { Judgement } from '../rows/rowResource.ts';

interface Owned {
  readonly organization: string;
}

/** The common part of ladders and rotas: one for each organisation, kept by those who look after it. */
const ownedRows = {
  /** Everybody with the permission sees the default ladder; `requireOwn` keeps them from changing it. */
  *isInScope(by, { values }, queries) {
    if (values.organization === '') return true;
    const { org_type, org_id } = organizationColumns(values.organization);
    const asked = queries.selectNoFrom([sql.lit(org_type).as('org_type'), sql.lit(org_id).as('org_id')]).as('x');
    return (
      (yield* run(
        queries
          .selectFrom(asked)
          .select('x.org_id')
          .where(() => organizationCoveredCondition(by.scope, 'x')),
      )).length > 0
    );
  },
} satisfies Pick<RowResource<Owned>, 'isInScope'>;

/** The organisation must exist, be one that may own a ladder, and have none yet. */
function* ownerProblems(
  queries: Queries,
  table: 'ladders' | 'rotas',
  noun: string,
  id: number | null,
  organization: string,
): TransactionSteps<FieldErrors['errors']> {
  const { org_type, org_id } = organizationColumns(organization);
  if (organization !== '' && ![1, 4, 5].includes(org_type))
    return [{ field: 'organization', message: `${noun}只能属于物业单位、维保单位或区域` }];
  if (organization !== '' && !(yield* organizationExists(queries, organization)))
    return [{ field: 'organization', message: '所属单位不存在，请重新选择' }];
  const taken = yield* run(
    queries
      .selectFrom(table)
      .select('id')
      .where('org_type', '=', org_type)
      .where('org_id', '=', org_id)
      .where('id', '<>', id ?? 0),
  );
  if (taken.length === 0) return [];
  return [
    {
      field: 'organization',
      message: organization === '' ? '默认阶梯已存在，请选择所属单位' : `该单位已有${noun}，请修改原有的`,
    },
  ];
}

/** The caller may add people in their own scope to those already in the row; others do not exist for the caller. */
function* unknownPeople(
  field: 'rungs' | 'shifts',
  queries: Queries,
  by: Principal,
  ids: readonly number[],
  known: readonly number[] = [],
): TransactionSteps<FieldErrors['errors']> {
  const named = [...new Set(ids)].filter((id) => !known.includes(id));
  if (named.length === 0) return [];
  const found = yield* run(
    queries
      .selectFrom('people as p')
      .select('p.id')
      .where('p.id', 'in', named)
      .where(() => organizationScopeCondition(by.scope, 'p')),
  );
  return named.every((id) => found.some((row) => row.id === id))
    ? []
    : [{ field, message: '有人员不存在，请重新选择' }];
}

const peopleOfRungs = ({ rungs }: Pick<LadderValues, 'rungs'>): readonly number[] =>
  rungs.flatMap(({ who }) => who.flatMap((one) => (one.kind === 'person' ? [one.person_id] : [])));
const peopleOfRota = ({ shifts, overrides }: Pick<RotaValues, 'shifts' | 'overrides'>): readonly number[] =>
  [...shifts, ...overrides].flatMap(({ person_ids: ids }) => ids);

function* readLadder(queries: Queries, id: number): TransactionSteps<LadderValues | undefined> {
  const [row] = yield* run(queries.selectFrom('ladders').selectAll().where('id', '=', id));
  return row === undefined ? undefined : ladderValues(row);
}

function* readRota(queries: Queries, id: number): TransactionSteps<RotaValues | undefined> {
  const [row] = yield* run(queries.selectFrom('rotas').selectAll().where('id', '=', id));
  return row === undefined ? undefined : rotaValues(row);
}

/** Everybody who sees ladders sees the default one; users who see the whole city change it. Throws Refusal. */
function requireOwn(by: Principal, organization: string): void {
  if (organization === '' && by.scope.kind !== 'all')
    throw new Refusal('默认阶梯用于全部电梯，只有管理全部区域的用户可以修改', refusalCodes.denied);
}

const isDefault = async ({ rows }: Pick<EventStore, 'rows'>, id: number): Promise<boolean> =>
  (await rows.selectFrom('ladders').select('org_type').where('id', '=', id).executeTakeFirst())?.org_type === 0;

const ladderColumns = ({ name, organization, rungs }: LadderValues) => ({
  name,
  ...organizationColumns(organization),
  rungs: JSON.stringify(rungs),
});

const strangersOfLadder: Judgement<LadderValues> = function* (queries, id, { rungs }, by) {
  const before = id === null ? undefined : yield* readLadder(queries, id);
  return yield* unknownPeople('rungs', queries, by, peopleOfRungs({ rungs }), before && peopleOfRungs(before));
};

/** Ladders: at most one for each organisation, and the default, which cannot be removed. */
export function createLadderDesk(parts: RowDeskParts<LadderValues>): RowDesk<LadderValues> {
  const { store } = parts;
  const noun = '通知阶梯';
  const desk = rowDesk<LadderValues>(
    rowResource({
      ...ownedRows,
      noun,
      table: 'ladders',
      kind: 'ladder',
      fields: ladderFields,
      toValues: ladderValues,
      toColumns: ladderColumns,
      problems: [
        function* wrongOwner(queries, id, { organization }) {
          const before = id === null ? undefined : yield* readLadder(queries, id);
          return before?.organization === '' && organization !== ''
            ? [{ field: 'organization', message: '默认阶梯不属于任何单位，请另建一个阶梯' }]
            : yield* ownerProblems(queries, 'ladders', noun, id, organization);
        },
        strangersOfLadder,
      ],
    }),
    parts,
  );
  return {
    ...desk,
    async save(by, input) {
      requireOwn(by, input.organization);
      if (input.id !== undefined && (await isDefault(store, input.id))) requireOwn(by, '');
      return desk.save(by, input);
    },
    async remove(by, ids) {
      for (const id of ids)
        if (await isDefault(store, id)) throw new Refusal('默认阶梯不能删除，可以修改', refusalCodes.notAllowedNow);
      return desk.remove(by, ids);
    },
  };
}

/** A shift names people; an override ends after it begins. */
function overrideProblems(overrides: RotaValues['overrides']): FieldErrors['errors'] {
  const wrong = overrides.findIndex(({ from, to }) => Date.parse(to) <= Date.parse(from));
  return wrong < 0 ? [] : [{ field: `overrides.${wrong}.to`, message: '结束时间须晚于开始时间' }];
}

const rotaColumns = ({ organization, shifts, overrides }: RotaValues) => ({
  ...organizationColumns(organization),
  shifts: JSON.stringify(shifts),
  overrides: JSON.stringify(overrides),
});

// oxlint-disable-next-line require-yield -- judged by the values alone
const endsTooEarly: Judgement<RotaValues> = function* (_queries, _id, { overrides }) {
  return overrideProblems(overrides);
};

const strangersOfRota: Judgement<RotaValues> = function* (queries, id, { shifts, overrides }, by) {
  const before = id === null ? undefined : yield* readRota(queries, id);
  const named = peopleOfRota({ shifts, overrides });
  return yield* unknownPeople('shifts', queries, by, named, before && peopleOfRota(before));
};

/** Rotas: one for each organisation. */
export function createRotaDesk(parts: RowDeskParts<RotaValues>): RowDesk<RotaValues> {
  const noun = '值班表';
  return rowDesk<RotaValues>(
    rowResource({
      ...ownedRows,
      noun,
      table: 'rotas',
      kind: 'rota',
      fields: rotaFields,
      toValues: rotaValues,
      toColumns: rotaColumns,
      problems: [
        (queries, id, { organization }) => ownerProblems(queries, 'rotas', noun, id, organization),
        endsTooEarly,
        strangersOfRota,
      ],
    }),
    parts,
  );
}
