import type * as z from 'zod';
import { personFields } from '../../../src/contract/entities/person.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { loadPerson } from '../../access/loadPrincipal.ts';
import { organizationScopeCondition } from '../../access/organizationScope.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { PersonTable } from '../../store/rowTables.ts';
import type { Directory } from '../city/directory.ts';
import { covers } from '../city/coverage.ts';
import { mayGiveAccessOf } from './managedPerson.ts';
import { maskTelephone } from './maskTelephone.ts';
import { Refusal } from '../refusal.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { useOf } from '../rows/rowUses.ts';
import { sql } from 'kysely';

export type PersonValues = z.output<typeof personFields>;

/** `4-301`: type and id of the organisation. */
export const organizationOf = (ref: string): { readonly org_type: number; readonly org_id: number } => {
  const [type = '', id = ''] = ref.split('-');
  return { org_type: Number(type), org_id: Number(id) };
};

const toColumns = ({ organization, duties, certificates, ...rest }: PersonValues): Omit<PersonTable, 'id'> => ({
  ...rest,
  ...organizationOf(organization),
  duties: JSON.stringify(duties),
  certificates: JSON.stringify(certificates),
  certificate_expiry: certificates.map(({ expiry }) => expiry).toSorted((a, b) => a.localeCompare(b))[0] ?? null,
});

/** The row as an editor writes it. */
export const personValues = ({
  name,
  mobile,
  org_type,
  org_id,
  duties,
  certificates,
  user_id,
}: Omit<PersonTable, 'certificate_expiry'>): PersonValues =>
  personFields.parse({
    name,
    mobile,
    organization: `${org_type}-${org_id}`,
    duties: JSON.parse(duties),
    certificates: JSON.parse(certificates),
    user_id,
  });

export function* organizationExists(queries: Queries, organization: string): TransactionSteps<boolean> {
  const { org_type, org_id } = organizationOf(organization);
  if (org_type === 1) return (yield* run(queries.selectFrom('areas').select('id').where('id', '=', org_id))).length > 0;
  if (org_type === 2)
    return (yield* run(queries.selectFrom('communities').select('id').where('id', '=', org_id))).length > 0;
  return (
    (yield* run(
      queries.selectFrom('organizations').select('id').where('id', '=', org_id).where('org_type', '=', org_type),
    )).length > 0
  );
}

export interface PersonDeskParts extends RowDeskParts<PersonValues> {
  readonly directory: Pick<Directory, 'elevators'>;
}

const noSuchUser = { field: 'user_id', message: '用户不存在，请重新选择' };

/**
 * A person's telephone answers for the person's login user, so a user is linked, and a linked person's number changed, only by those who may
 * give that user's role and scope. Throws Refusal; for callers who do not look after the user, it does not exist.
 */
async function requireGivableUser(
  parts: PersonDeskParts,
  by: Principal,
  id: number | undefined,
  { user_id: userId, mobile }: PersonValues,
): Promise<void> {
  if (userId === null) return;
  const before =
    id === undefined
      ? undefined
      : await parts.store.rows
          .selectFrom('people')
          .select(['user_id', 'mobile'])
          .where('id', '=', id)
          .executeTakeFirst();
  const isLinked = before?.user_id === userId;
  if (isLinked && before.mobile === mobile) return;
  const user = await loadPerson(parts.store, userId);
  if (user !== undefined && (await mayGiveAccessOf(parts, by, user))) return;
  const isManaged = user !== undefined && covers(parts.directory, by.scope, user.scope);
  throw new Refusal('请修改标出的内容后重试', refusalCodes.invalid, [
    isLinked
      ? { field: 'mobile', message: '此人关联的登录用户权限比您多，手机请由超级管理员修改' }
      : isManaged
        ? { field: 'user_id', message: '该用户的权限比您多，请由超级管理员关联' }
        : noSuchUser,
  ]);
}

function* unknownOrganization(
  queries: Queries,
  _id: number | null,
  { organization }: PersonValues,
): TransactionSteps<FieldErrors['errors']> {
  return (yield* organizationExists(queries, organization))
    ? []
    : [{ field: 'organization', message: '所属单位不存在，请重新选择' }];
}

/** The user exists, and is no one else. */
function* wrongUser(
  queries: Queries,
  id: number | null,
  { user_id }: PersonValues,
  by: Principal,
): TransactionSteps<FieldErrors['errors']> {
  if (user_id === null) return [];
  const [user] = yield* run(queries.selectFrom('users').select('id').where('id', '=', user_id));
  if (user === undefined) return [noSuchUser];
  const taken = queries
    .selectFrom('people as p')
    .select('p.name')
    .where('p.user_id', '=', user_id)
    .where('p.id', '<>', id ?? 0);
  if ((yield* run(taken)).length === 0) return [];
  const [seen] = yield* run(taken.where(() => organizationScopeCondition(by.scope, 'p')));
  return [{ field: 'user_id', message: `该用户已关联${seen === undefined ? '其他区域的人员' : `人员“${seen.name}”`}` }];
}

/** People: each belongs to one organisation and is seen where that is seen; a user of the system is one person at most. */
export function createPersonDesk(parts: PersonDeskParts): RowDesk<PersonValues> {
  const desk = rowDesk<PersonValues>(
    rowResource({
      noun: '人员',
      kind: 'person',
      table: 'people',
      fields: personFields,
      redact: (values) => ({ ...values, mobile: maskTelephone(values.mobile) }),
      toValues: personValues,
      toColumns,
      *isInScope(by, { values }, queries) {
        const { org_type, org_id } = organizationOf(values.organization);
        const asked = queries.selectNoFrom([sql.lit(org_type).as('org_type'), sql.lit(org_id).as('org_id')]).as('p');
        return (
          (yield* run(
            queries
              .selectFrom(asked)
              .select('p.org_id')
              .where(() => organizationScopeCondition(by.scope, 'p')),
          )).length > 0
        );
      },
      problems: [unknownOrganization, wrongUser],
      *beside(queries, id, values) {
        if (values !== null) return;
        yield* run(queries.deleteFrom('notify_bindings').where('person_id', '=', id));
        yield* run(queries.deleteFrom('notify_binding_codes').where('person_id', '=', id));
      },
      *usedBy(queries, id) {
        const [row] = yield* run(queries.selectFrom('people').select('user_id').where('id', '=', id));
        const count = row?.user_id === null || row === undefined ? 0 : 1;
        const communities = queries.selectFrom('community_members').where('person_id', '=', id);
        return [{ count, inScope: count, measure: '个', noun: '登录用户' }, yield* useOf(communities, '个', '小区')];
      },
    }),
    parts,
  );
  return {
    ...desk,
    async save(by, input) {
      await requireGivableUser(parts, by, input.id, input);
      return desk.save(by, input);
    },
  };
}
