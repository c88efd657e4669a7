/** The types of devices, as the wire spells them: a collector, a camera, a screen, or another. */
export const deviceTypes = ['COL', 'CAM', 'SCR', 'OTHER'] as const;
export type DeviceType = (typeof deviceTypes)[number];
export const deviceTypeLabels: Readonly<Record<DeviceType, string>> = {
  COL: '采集器',
  CAM: '摄像头',
  SCR: '屏幕',
  OTHER: '其他',
};
export const deviceTypeOptions = deviceTypes.map((value) => ({ value, label: deviceTypeLabels[value] }));
