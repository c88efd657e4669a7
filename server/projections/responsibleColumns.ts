import type { Responsible } from '../../src/contract/events/responsible.ts';

/** Returns the companies responsible for the lift when the record began, as its row keeps them. */
export const responsibleColumns = (responsible: Responsible) => ({
  community_id: responsible.communityId,
  community_name: responsible.communityName,
  area_id: responsible.areaId,
  full_area: responsible.fullArea,
  property_id: responsible.propertyId,
  maintenance_id: responsible.maintenanceId,
  brand_id: responsible.brandId,
});
