/** Work items about a lift (specification: event types 1–4) in words: where they come from, what they are, how they are handled. */

/** 1 rescue, 2 scooter, 3 fault, 4 incident. Rows of type 1 are the rescue orders themselves. */
export const exceptionTypes = [1, 2, 3, 4] as const;
export type ExceptionType = (typeof exceptionTypes)[number];

/** The types that have a lifecycle of their own, with what its streams and events begin with. */
export const exceptionPrefixOf = { 2: 'scooter', 3: 'fault', 4: 'incident' } as const;
export type KeptExceptionType = keyof typeof exceptionPrefixOf;
export type ExceptionPrefix = (typeof exceptionPrefixOf)[KeptExceptionType];
export const exceptionTypeOf = { scooter: 2, fault: 3, incident: 4 } as const satisfies {
  readonly [Type in KeptExceptionType as (typeof exceptionPrefixOf)[Type]]: Type;
};
export const isKeptExceptionType = (type: number): type is KeptExceptionType => type in exceptionPrefixOf;
export const isExceptionPrefix = (prefix: string): prefix is ExceptionPrefix => Object.hasOwn(exceptionTypeOf, prefix);

/** Occasions on which the platform opens an exception. */
export const exceptionSourceLabels = {
  code: '设备消息',
  alarm: '设备报警',
  person: '人员登记',
  passenger: '乘客扫码',
  selfTest: '求救自检',
  offline: '设备离线',
  group: '多台同时',
  visit: '维保检查',
} as const;
export type ExceptionSource = keyof typeof exceptionSourceLabels;

/** A fault as a person sees it, in the makers' terms; 'code' if a message code says it. */
export const faultPhenomenonLabels = {
  code: '设备消息码',
  doorOpening: '开门不良',
  doorClosing: '关门不良',
  notRunning: '不运行',
  suddenStop: '急停',
  brake: '制动器故障',
  levelling: '平层不良',
  safetyChain: '安全回路断开',
  emergencyCall: '求救装置失效',
  noise: '异响',
  vibration: '抖动',
  doorPinch: '门夹人',
  button: '按钮失效',
  smell: '异味、脏污',
  other: '其他',
} as const;
export type FaultPhenomenon = keyof typeof faultPhenomenonLabels;

/** Changes of a lift's mode and outside events: logged, and handled where they last too long or concern several lifts. */
export const incidentKindLabels = {
  powerLoss: '主电源断电',
  outOfService: '停止服务',
  inspection: '检修运行',
  fireReturn: '消防返回',
  firefighter: '消防员运行',
  emergencyPower: '应急电源',
  earthquake: '地震模式',
  offline: '设备离线',
  powerCut: '多台停电',
  other: '其他事件',
} as const;
export type IncidentKind = keyof typeof incidentKindLabels;

/** Ways in which a named person made sure that a car is empty. */
export const sweepWayLabels = { intercom: '经对讲确认', camera: '经视频确认', onSite: '现场确认' } as const;
export type SweepWay = keyof typeof sweepWayLabels;

export const faultStageLabels = {
  pending: '待受理',
  accepted: '已受理',
  onSite: '已到场',
  repaired: '已修复，待确认',
  done: '已完成',
  falseReport: '误报',
} as const;
export type FaultStage = keyof typeof faultStageLabels;

export const scooterStageLabels = {
  detected: '已发现',
  doorHeld: '梯门已保持',
  personOnSite: '人员已到场',
  removed: '已移出，待恢复',
  released: '已恢复',
  falseAlarm: '误报',
} as const;
export type ScooterStage = keyof typeof scooterStageLabels;

export const incidentStageLabels = { opened: '待核查', checking: '核查中', closed: '已关闭' } as const;
export type IncidentStage = keyof typeof incidentStageLabels;

/** At most so many photos with one step or comment, and so many parts with one repair. */
export const mostPhotos = 9;
export const mostParts = 30;
export const longestComment = 2_000;

/** The keys of a table of labels, for schemas and lists of choices. */
export const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>): readonly Key[] =>
  Object.keys(labels).filter((key): key is Key => key in labels);
