import type { Responsible } from '../contract/events/responsible.ts';

/** The companies of a lift in examples: a community, and no company. */
export const exampleResponsible: Responsible = {
  communityId: 1,
  communityName: '',
  areaId: 1,
  fullArea: '',
  propertyId: null,
  propertyName: '',
  maintenanceId: null,
  maintenanceName: '',
  brandId: null,
  brandName: '',
};
