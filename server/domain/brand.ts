import type * as z from 'zod';
import { brandFields } from '../../src/contract/entities/brand.ts';
import { run } from '../store/eventStore.ts';
import { maskTelephone } from './maskTelephone.ts';
import { organizationRows } from './organizationRows.ts';
import { rowDesk, type RowDeskParts } from './rowDesk.ts';
import { liftUse, memberUses } from './rowUses.ts';

export type BrandValues = z.output<typeof brandFields>;

const manufacturer = 3;

/** Brands: manufacturers, whose names are unique. */
export const createBrandDesk = (parts: RowDeskParts<BrandValues>) =>
  rowDesk(
    {
      ...organizationRows({ noun: '品牌', orgType: manufacturer, column: 'brand_id' }),
      kind: 'brand',
      fields: brandFields,
      redact: (values) => ({ ...values, contact_mobile: maskTelephone(values.contact_mobile) }),
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
      *insert(queries, id, values) {
        yield* run(queries.insertInto('organizations').values({ id, org_type: manufacturer, ...values }));
      },
      *update(queries, id, values) {
        yield* run(queries.updateTable('organizations').set(values).where('id', '=', id));
      },
      *usedBy(queries, id, by) {
        return [yield* liftUse(queries, 'brand_id', id, by), ...(yield* memberUses(queries, manufacturer, id))];
      },
    },
    parts,
  );
