import type { Responsible } from '../../src/contract/events/rescue.ts';

/** Who was responsible for the lift when the record began, as its row keeps it. */
export const responsibleColumns = (responsible: Responsible) => ({
  community_id: responsible.communityId,
  community_name: responsible.communityName,
  area_id: responsible.areaId,
  full_area: responsible.fullArea,
  property_id: responsible.propertyId,
  maintenance_id: responsible.maintenanceId,
  brand_id: responsible.brandId,
});
