/** Chinese labels of everything that travels as an index or a code (specification, sections 3, 4, 6 and 9). */

export const deviceStatusLabels = ['未激活', '在线', '离线', '禁用'] as const;
export const deviceLoadLabels = ['未知', '正常', '忙碌'] as const;
export const rescueStatusLabels = ['待受理', '救援中', '已完成', '已超时'] as const;
export const repairStatusLabels = ['待处理', '维修中', '已完成', '已超时'] as const;
export const alarmHandlingLabels = ['未处理', '已完成', '误报', '已超时'] as const;
export const roleLabels = ['超级管理员', '安装人员', '物业人员', '维保人员', '监管人员', '管理员'] as const;

export type StatusIndex = 0 | 1 | 2 | 3;
/** A stored status; 0 for any other number and for none. */
export const statusIndexOf = (status: number | null): StatusIndex =>
  status === 1 || status === 2 || status === 3 ? status : 0;

/** Role indexes of specification section 6. */
export const roleTypes = {
  superAdministrator: 0,
  installer: 1,
  propertyStaff: 2,
  maintenanceStaff: 3,
  regulator: 4,
  administrator: 5,
} as const;

export const organizationTypeLabels = {
  1: '区域',
  2: '小区单位',
  3: '制造单位',
  4: '物业单位',
  5: '维保单位',
} as const;
export const exceptionTypeLabels = { 1: '困人救援', 2: '电动车', 3: '故障', 4: '事件' } as const;

export const alarmKinds = [
  'trapped',
  'SOS',
  'screamForHelp',
  'fall_down',
  'over_speed',
  'overshoot',
  'runWithDoorOpen',
  'moto',
  'gasCylinder',
  'breakElevator',
  'overLoad',
  'longTimeOpen',
  'openCloseLoop',
  'runWithoutPeople',
  'camCovered',
  'warn_shake',
  'notifyFailed',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export const alarmKindLabels: Readonly<Record<AlarmKind, string>> = {
  trapped: '困人',
  SOS: '按钮求救',
  screamForHelp: '呼喊求救',
  fall_down: '人员摔倒',
  over_speed: '电梯超速',
  overshoot: '冲顶蹲底',
  runWithDoorOpen: '开门走梯',
  moto: '电动车入梯',
  gasCylinder: '煤气罐入梯',
  breakElevator: '破坏电梯',
  overLoad: '超载',
  longTimeOpen: '长时间开门',
  openCloseLoop: '反复开关门',
  runWithoutPeople: '无人运行',
  camCovered: '摄像头遮挡',
  warn_shake: '异常震动',
  notifyFailed: '通知失败',
};

/** `notifyFailed` is the server's own: no device may claim it. */
export type DeviceAlarmKind = Exclude<AlarmKind, 'notifyFailed'>;
export const deviceAlarmKinds: readonly DeviceAlarmKind[] = alarmKinds.filter((kind) => kind !== 'notifyFailed');

/** 1 is a call for help or a danger to life; 3 can wait (design: lifecycles, alarm priorities). */
export type AlarmPriority = 1 | 2 | 3;
/** A stored priority or level; 3, the least, for any other number. */
export const priorityIndexOf = (level: number): AlarmPriority => (level === 1 || level === 2 ? level : 3);
export const alarmPriorities: Readonly<Record<AlarmKind, AlarmPriority>> = {
  trapped: 1,
  SOS: 1,
  screamForHelp: 1,
  fall_down: 1,
  over_speed: 1,
  overshoot: 1,
  runWithDoorOpen: 1,
  moto: 2,
  gasCylinder: 2,
  breakElevator: 2,
  overLoad: 2,
  longTimeOpen: 3,
  openCloseLoop: 3,
  runWithoutPeople: 3,
  camCovered: 3,
  warn_shake: 3,
  notifyFailed: 2,
};
/** Returns the priority of a device's message, which may raise an alarm above its kind and never lower it. */
export const alarmPriorityOf = ({
  kind,
  level = 3,
}: {
  readonly kind: AlarmKind;
  readonly level?: AlarmPriority | undefined;
}): AlarmPriority => (level < alarmPriorities[kind] ? level : alarmPriorities[kind]);
export const alarmPriorityLabels: Readonly<Record<AlarmPriority, string>> = { 1: '紧急', 2: '重要', 3: '一般' };

/** Reasons why an alarm of priority 2 or 3 is counted and not listed. `offline` is never recorded: it holds while the collector is away. */
export const alarmSuppressions = ['maintenance', 'outage', 'offline', 'incident'] as const;
export type AlarmSuppression = (typeof alarmSuppressions)[number];

/** Kinds that are a person calling for help: they open or join a rescue order. */
export const callForHelpKinds = ['trapped', 'SOS', 'screamForHelp'] as const satisfies readonly AlarmKind[];
export const isCallForHelp = (kind: AlarmKind): boolean => callForHelpKinds.some((helpKind) => helpKind === kind);

/** `rule`: an alarm rule has it opened for something that is not itself a call for help. New ones go to the end. */
export const rescueTriggers = ['trapped', 'SOS', 'screamForHelp', 'phone', 'QR', 'rule'] as const;
export type RescueTrigger = (typeof rescueTriggers)[number];
export const rescueTriggerLabels: Readonly<Record<RescueTrigger, string>> = {
  trapped: '设备检测困人',
  SOS: '轿厢按钮求救',
  screamForHelp: '呼喊求救',
  phone: '电话报警',
  QR: '扫码求救',
  rule: '报警规则',
};

/** Causes of an entrapment, as provinces publish their shares. New ones go to the end; none is ever taken out. */
export const rescueCauses = ['external', 'human', 'door', 'other', 'traction', 'control', 'safety', 'car'] as const;
export type RescueCause = (typeof rescueCauses)[number];
export const rescueCauseLabels: Readonly<Record<RescueCause, string>> = {
  external: '外部原因（停电等）',
  human: '人为原因',
  door: '门系统故障',
  other: '其他设备故障',
  traction: '曳引系统故障',
  control: '控制系统故障',
  safety: '安全保护装置动作',
  car: '轿厢故障',
};
/** With the detail where one was chosen: 门系统故障 · 厅门锁. */
export const rescueCauseText = (cause: RescueCause, detail: string | undefined): string =>
  detail === undefined || detail === '' ? rescueCauseLabels[cause] : `${rescueCauseLabels[cause]} · ${detail}`;

/** Ways in which the trapped were released, as provinces count them. New ones go to the end; none is ever taken out. */
export const releaseWays = [
  'levelOpening',
  'handWinding',
  'counterweight',
  'forcedOpening',
  'adjusting',
  'other',
] as const;
export type ReleaseWay = (typeof releaseWays)[number];
export const releaseWayLabels: Readonly<Record<ReleaseWay, string>> = {
  levelOpening: '平层开门',
  handWinding: '手动盘车',
  counterweight: '加平衡重物',
  forcedOpening: '强行开门',
  adjusting: '调试',
  other: '其他（含自行恢复）',
};
export const releaseWayOptions = releaseWays.map((value) => ({ value, label: releaseWayLabels[value] }));

export const rescueStages = [
  'pending',
  'accepted',
  'dispatched',
  'arrived',
  'released',
  'completed',
  'falseCall',
] as const;
export type RescueStage = (typeof rescueStages)[number];
export const rescueStageLabels: Readonly<Record<RescueStage, string>> = {
  pending: '待受理',
  accepted: '已受理',
  dispatched: '已派救援',
  arrived: '已到场',
  released: '已脱困',
  completed: '已完成',
  falseCall: '误报',
};

/** The people sent at each level (design: domain, chain of response). */
export const responseLevelLabels = { 1: '维保单位与物业', 2: '网格救援站', 3: '119 / 110' } as const;

export const handedToLabels = {
  none: '无需移交',
  '120': '移交 120 急救',
  '119': '移交 119 消防',
  '110': '移交 110 公安',
} as const;
export type HandedTo = keyof typeof handedToLabels;

export const serviceModeLabels = [
  '停止服务',
  '正常运行',
  '检修',
  '消防返回',
  '消防员运行',
  '应急电源',
  '地震模式',
  '未知',
] as const;

export const directionLabels = ['无方向', '上行', '下行'] as const;
export const doorStates = ['closed', 'opening', 'open', 'closing'] as const;
export type DoorState = (typeof doorStates)[number];
export const doorLabels: Readonly<Record<DoorState, string>> = {
  closed: '关门',
  opening: '正在开门',
  open: '开门',
  closing: '正在关门',
};

export const commandStateLabels = {
  queued: '排队中',
  sent: '已发送',
  delivered: '已送达',
  succeeded: '执行成功',
  failed: '执行失败',
  timedOut: '执行超时',
  expired: '已过期',
  cancelled: '已取消',
} as const;
export type CommandState = keyof typeof commandStateLabels;

export const breachLabels = { respond: '超时未受理', arrive: '超时未到场' } as const;
export type BreachKind = keyof typeof breachLabels;

/** Ways in which a call was taken: at a page of the platform, or by a key of the telephone. */
export const claimWays = ['console', 'phone'] as const;
export type ClaimWay = (typeof claimWays)[number];
