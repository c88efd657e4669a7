/** The kinds of records that expire. */
export const expiringKindLabels = {
  certificate: '人员证书',
  licence: '单位许可证',
  insurance: '单位保险',
  contract: '合同',
  inspection: '定期检验',
  selfTest: '自行检测',
  onDemandPermit: '按需维保许可',
} as const;
export const expiringKinds = [
  'certificate',
  'licence',
  'insurance',
  'contract',
  'inspection',
  'selfTest',
  'onDemandPermit',
] as const satisfies readonly (keyof typeof expiringKindLabels)[];
export type ExpiringKind = (typeof expiringKinds)[number];
/** The number of days that the list looks ahead. */
export const expiringWithinDays = 60;
