import { brandFields } from '../../src/contract/endpoints/brand.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import { run } from '../store/eventStore.ts';
import { rowDesk, type RowDeskParts } from './rowDesk.ts';

const manufacturer = 3;

/** Brands: manufacturers, whose names are unique. */
export const createBrandDesk = (parts: RowDeskParts) =>
  rowDesk(
    {
      noun: '品牌', kind: 'brand', fields: brandFields,
      *highestId(queries) {
        const [row] = yield* run(queries.selectFrom('organizations').select(({ fn }) => fn.max('id').as('id')));
        return row?.id ?? 0;
      },
      *read(queries, id) {
        const [row] = yield* run(queries.selectFrom('organizations').select(['name', 'contact_mobile', 'address']).where('id', '=', id).where('org_type', '=', manufacturer));
        return row;
      },
      *isInScope(by, { id }, queries) {
        // A new one serves no lift yet: any user responsible for an area may enter it.
        if (id === null) return by.scope.kind === 'all' || by.scope.areaIds.length > 0;
        return (yield* run(queries.selectFrom('organizations as o').select('o.id').where('o.id', '=', id).where(() => companyScopeCondition(by.scope, 'brand_id')))).length > 0;
      },
      *problems(queries, id, { name }) {
        const taken = yield* run(queries.selectFrom('organizations').select('id').where('org_type', '=', manufacturer).where('name', '=', name).where('id', '<>', id ?? 0));
        return taken.length === 0 ? [] : [{ field: 'name', message: '已有同名品牌' }];
      },
      *insert(queries, id, values) {
        yield* run(queries.insertInto('organizations').values({ id, org_type: manufacturer, ...values }));
      },
      *update(queries, id, values) {
        yield* run(queries.updateTable('organizations').set(values).where('id', '=', id));
      },
      *remove(queries, id) {
        yield* run(queries.deleteFrom('organizations').where('id', '=', id));
      },
      *usedBy(queries, id) {
        const [lifts] = yield* run(queries.selectFrom('elevators').select(({ fn }) => fn.countAll<number>().as('count')).where('brand_id', '=', id));
        const [people] = yield* run(queries.selectFrom('people').select(({ fn }) => fn.countAll<number>().as('count')).where('org_type', '=', manufacturer).where('org_id', '=', id));
        const [users] = yield* run(queries.selectFrom('user_organizations').select(({ fn }) => fn.countAll<number>().as('count')).where('org_type', '=', manufacturer).where('org_id', '=', id));
        return [{ count: lifts?.count ?? 0, unit: '台电梯' }, { count: people?.count ?? 0, unit: '名人员' }, { count: users?.count ?? 0, unit: '个用户' }];
      },
    },
    parts,
  );
