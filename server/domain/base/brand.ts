import type * as z from 'zod';
import { brandFields } from '../../../src/contract/entities/brand.ts';
import { maskTelephone } from './maskTelephone.ts';
import { organizationRows } from '../rows/organizationRows.ts';
import { rowDesk, rowResource, type RowDeskParts } from '../rows/rowDesk.ts';
import { liftUse, memberUses } from '../rows/rowUses.ts';

export type BrandValues = z.output<typeof brandFields>;

const manufacturer = 3;

/** Brands: manufacturers, whose names are unique. */
export const createBrandDesk = (parts: RowDeskParts<BrandValues>) =>
  rowDesk(
    rowResource({
      ...organizationRows({ noun: '品牌', orgType: manufacturer, column: 'brand_id' }),
      kind: 'brand',
      fields: brandFields,
      redact: (values) => ({ ...values, contact_mobile: maskTelephone(values.contact_mobile) }),
      toValues: ({ name, contact_mobile, address }) => ({ name, contact_mobile, address }),
      *usedBy(queries, id, by) {
        return [yield* liftUse(queries, 'brand_id', id, by), ...(yield* memberUses(queries, manufacturer, id))];
      },
    }),
    parts,
  );
