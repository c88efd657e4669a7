/**
 * What a role may be allowed to do. A permission is a row of the server, held by roles; endpoints name the one they need.
 * New ones are added at the end: the order here is the order in the role editor, in stores of every age.
 */
export const permissionLabels = {
  'overview.view': '查看数据概览',
  'rescue.view': '查看救援单',
  'rescue.answer': '接听救援呼叫',
  'rescue.handle': '处理救援单',
  'rescue.delete': '隐藏已结束的救援单',
  'exception.report': '登记电话报警与异常',
  'alarm.view': '查看报警记录',
  'alarm.handle': '处理报警',
  'alarm.delete': '隐藏已结束的报警记录',
  'elevator.view': '查看电梯',
  'device.view': '查看设备状态',
  'device.command': '下发设备指令',
  'config.view': '查看系统参数',
  'config.edit': '修改系统参数',
  'quarantine.view': '查看无法识别的设备消息',
  'file.upload': '上传文件',
  'brand.view': '查看品牌',
  'brand.edit': '维护品牌',
  'person.view': '查看人员',
  'person.edit': '维护人员',
  'user.access': '停用账号、结束登录、重置密码',
  'device.secret': '更换设备密钥',
  'rescue.supervise': '督办他人负责的救援单',
  'maintenance.view': '查看维保单位与合同',
  'maintenance.edit': '维护维保单位与合同',
  'property.view': '查看物业单位与合同',
  'property.edit': '维护物业单位与合同',
  'region.view': '查看区域与小区分组',
  'region.edit': '维护区域与小区分组',
  'community.view': '查看小区与小区人员',
  'community.edit': '维护小区与小区人员',
  'audit.view': '查看审计日志',
  'elevator.edit': '维护电梯',
  'import.run': '批量导入基础数据',
} as const;
export type Permission = keyof typeof permissionLabels;
export const permissions = Object.keys(permissionLabels).filter((code): code is Permission => code in permissionLabels);
