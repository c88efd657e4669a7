import type * as z from 'zod';
import { brandFields } from '../../src/contract/entities/brand.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import { run } from '../store/eventStore.ts';
import { maskTelephone } from './maskTelephone.ts';
import { rowDesk, type RowDeskParts } from './rowDesk.ts';
import { liftUse, memberUses } from './rowUses.ts';

export type BrandValues = z.output<typeof brandFields>;

const manufacturer = 3;

/** Brands: manufacturers, whose names are unique. */
export const createBrandDesk = (parts: RowDeskParts<BrandValues>) =>
  rowDesk(
    {
      noun: '品牌',
      kind: 'brand',
      table: 'organizations',
      fields: brandFields,
      redact: (values) => ({ ...values, contact_mobile: maskTelephone(values.contact_mobile) }),
      *highestId(queries) {
        const [row] = yield* run(queries.selectFrom('organizations').select(({ fn }) => fn.max('id').as('id')));
        return row?.id ?? 0;
      },
      *read(queries, id) {
        const [row] = yield* run(
          queries
            .selectFrom('organizations')
            .select(['name', 'contact_mobile', 'address'])
            .where('id', '=', id)
            .where('org_type', '=', manufacturer),
        );
        return row;
      },
      *isInScope(by, { id }, queries) {
        // A new one serves no lift yet: any user responsible for an area may enter it.
        if (id === null) return by.scope.kind === 'all' || by.scope.areaIds.length > 0;
        return (
          (yield* run(
            queries
              .selectFrom('organizations as o')
              .select('o.id')
              .where('o.id', '=', id)
              .where(() => companyScopeCondition(by.scope, 'brand_id')),
          )).length > 0
        );
      },
      *problems(queries, id, { name }) {
        const taken = yield* run(
          queries
            .selectFrom('organizations')
            .select('id')
            .where('org_type', '=', manufacturer)
            .where('name', '=', name)
            .where('id', '<>', id ?? 0),
        );
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
      *usedBy(queries, id, by) {
        return [yield* liftUse(queries, 'brand_id', id, by), ...(yield* memberUses(queries, manufacturer, id))];
      },
    },
    parts,
  );
