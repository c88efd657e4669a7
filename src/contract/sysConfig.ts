/** The headings under which people look for a setting, in order. */
export const settingGroups = ['救援呼叫', '到场时限', '报警', '维保', '提醒', '乘客评价', '指标目标', '存储'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** One setting of the system in words. `least` and `most` bound a number, or the number of characters of a text. */
export interface SettingText {
  readonly group: SettingGroup;
  readonly label: string;
  /** 秒, 分钟 or %; empty for a text. */
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  /** The effects of a change, and their beginning. */
  readonly explanation: string;
  /** For several values: what each of them is. */
  readonly parts?: readonly string[];
  /** For several values: how each stands to the one before it. */
  readonly order?: 'rising' | 'falling';
}

const fromNextRound = '提醒每天 09:00 发出，修改从下一次起生效，已提醒过的不重复。';
const threeTimes = ['第 1 次', '第 2 次', '第 3 次'] as const;

/** The words and bounds of every setting: the schemas, the page, the list on the wire and the audit log read this table. */
export const settingTexts = {
  hotline: {
    group: '救援呼叫',
    label: '救援热线',
    unit: '',
    least: 3,
    most: 20,
    explanation: '轿厢标牌、扫码页面与大屏上显示的 24 小时电话。',
  },
  respond_limit_seconds: {
    group: '救援呼叫',
    label: '受理时限',
    unit: '秒',
    least: 30,
    most: 1_800,
    explanation: '呼叫在此时间内无人受理即为超时。只影响之后的呼叫。',
  },
  escalate_after_seconds: {
    group: '救援呼叫',
    label: '升级通知时间',
    unit: '秒',
    least: 10,
    most: 3_600,
    explanation: '呼叫后无人受理，到时间依次通知下一轮人员，时间须递增。只影响之后的呼叫。',
    parts: ['第 1 轮', '第 2 轮', '第 3 轮'],
    order: 'rising',
  },
  lapse_after_seconds: {
    group: '救援呼叫',
    label: '受理后无进展重新振铃',
    unit: '秒',
    least: 60,
    most: 3_600,
    explanation: '受理后一直没有进展，受理失效，呼叫重新振铃。只影响之后的呼叫。',
  },
  arrive_limit_minutes_city: {
    group: '到场时限',
    label: '到场时限：市区',
    unit: '分钟',
    least: 5,
    most: 120,
    explanation: '救援人员到达市区电梯的时限（TSG T5002-2017 规定 30 分钟）。只影响之后的呼叫。',
  },
  arrive_limit_minutes_other: {
    group: '到场时限',
    label: '到场时限：其他地区',
    unit: '分钟',
    least: 5,
    most: 240,
    explanation: '救援人员到达其他地区电梯的时限（TSG T5002-2017 规定 1 小时）。只影响之后的呼叫。',
  },
  alarm_handle_limit_seconds: {
    group: '报警',
    label: '报警处理时限',
    unit: '秒',
    least: 60,
    most: 7 * 86_400,
    explanation: '报警在此时间内没有处理即为超时。只影响之后的报警。',
  },
  scooter_limit_minutes: {
    group: '报警',
    label: '电动车处理时限',
    unit: '分钟',
    least: 1,
    most: 240,
    explanation: '电动车入梯后在此时间内没有移出即为超时，并通知物业。只影响之后的事件。',
  },
  fault_limit_minutes: {
    group: '报警',
    label: '故障修复时限',
    unit: '分钟',
    least: 10,
    most: 10080,
    explanation: '故障在此时间内没有修复即为超时。只影响之后的故障。',
  },
  incident_limit_minutes: {
    group: '报警',
    label: '事件核查时限',
    unit: '分钟',
    least: 5,
    most: 1440,
    explanation: '事件在此时间内没有人核查即为超时。只影响之后的事件。',
  },
  power_cut_lifts: {
    group: '报警',
    label: '停电归并台数',
    unit: '台',
    least: 2,
    most: 50,
    explanation: '同一小区在归并时间内至少这么多台电梯断电或离线，归并为一个停电事件。',
  },
  power_cut_within_seconds: {
    group: '报警',
    label: '停电归并时间',
    unit: '秒',
    least: 30,
    most: 600,
    explanation: '见“停电归并台数”。',
  },
  flood_alarms: {
    group: '报警',
    label: '报警洪峰条数',
    unit: '条',
    least: 5,
    most: 200,
    explanation: '一名调度员 10 分钟内收到至少这么多条报警，重要与一般报警按小区和原因归并显示。紧急报警始终逐条显示。',
  },
  visit_photo_places: {
    group: '维保',
    label: '维保现场照片处数',
    unit: '处',
    least: 0,
    most: 5,
    explanation: '提交维保记录前须拍摄的现场位置数（机房、轿顶、底坑、标牌等），0 为不要求。只影响之后的提交。',
  },
  visit_reminder_days_before: {
    group: '提醒',
    label: '维保到期前提醒',
    unit: '天',
    least: 1,
    most: 14,
    explanation: `到期日前提醒维保人员和维保单位主管。到期当天另有提醒。${fromNextRound}`,
  },
  visit_reminder_days_late: {
    group: '提醒',
    label: '维保超时提醒',
    unit: '天',
    least: 1,
    most: 60,
    explanation: `到期日后仍未完成：先提醒维保、物业主管和安全员，再提醒监管部门，时间须递增。${fromNextRound}`,
    parts: ['维保与物业', '监管部门'],
    order: 'rising',
  },
  visit_reminder_days_unsigned: {
    group: '提醒',
    label: '维保记录待会签提醒',
    unit: '天',
    least: 1,
    most: 30,
    explanation: `记录提交后仍未会签：先提醒安全员，再同时提醒物业主管，时间须递增。${fromNextRound}`,
    parts: ['安全员', '安全员与物业主管'],
    order: 'rising',
  },
  certificate_reminder_days: {
    group: '提醒',
    label: '人员证书到期提醒',
    unit: '天',
    least: 1,
    most: 365,
    explanation: `证书到期前提醒本人和单位主管。${fromNextRound}`,
  },
  insurance_reminder_days: {
    group: '提醒',
    label: '单位保险到期提醒',
    unit: '天',
    least: 1,
    most: 365,
    explanation: `保险到期前提醒单位主管。${fromNextRound}`,
  },
  contract_reminder_days: {
    group: '提醒',
    label: '合同到期提醒',
    unit: '天',
    least: 1,
    most: 365,
    explanation: `合同到期前提醒单位主管，时间须递减。${fromNextRound}`,
    parts: threeTimes,
    order: 'falling',
  },
  inspection_reminder_days: {
    group: '提醒',
    label: '定期检验到期提醒',
    unit: '天',
    least: 1,
    most: 365,
    explanation: `检验到期前提醒物业主管和安全员，时间须递减。${fromNextRound}`,
    parts: threeTimes,
    order: 'falling',
  },
  reviews_per_address_hour: {
    group: '乘客评价',
    label: '同一网络每小时评价数',
    unit: '条',
    least: 1,
    most: 200,
    explanation: '扫码页面上同一网络一小时内最多提交的评价数，防止刷评。“我被困了”从不受限。',
  },
  reviews_per_lift_day: {
    group: '乘客评价',
    label: '一台电梯每天评价数',
    unit: '条',
    least: 1,
    most: 1_000,
    explanation: '一台电梯 24 小时内最多收到的扫码评价数。“我被困了”从不受限。',
  },
  review_sensitive_words: {
    group: '乘客评价',
    label: '敏感词',
    unit: '',
    least: 0,
    most: 1_000,
    explanation: '以顿号、逗号或空格分隔。待审核的评价含有其中的词时标为“含敏感词”，不会被拒收；求救从不检查。',
  },
  storage_limit_gb: {
    group: '存储',
    label: '图片存储上限',
    unit: 'GB',
    least: 1,
    most: 10_000,
    explanation:
      '上传的图片总共最多占用的空间。用到 80% 时通知管理员；满后新图片不能上传，带照片的维保记录在手机上等待。',
  },
  answered_target_percent: {
    group: '指标目标',
    label: '按时受理率目标',
    unit: '%',
    least: 1,
    most: 100,
    explanation: '大屏上按时受理率的目标，低于目标时标出。',
  },
  arrived_target_percent: {
    group: '指标目标',
    label: '按时到场率目标',
    unit: '%',
    least: 1,
    most: 100,
    explanation: '大屏上按时到场率的目标，低于目标时标出。',
  },
} as const satisfies Readonly<Record<string, SettingText>>;
export type SettingKey = keyof typeof settingTexts;
/** The settings of several values. */
export type SeveralKey = {
  [Key in SettingKey]: (typeof settingTexts)[Key] extends { readonly parts: readonly string[] } ? Key : never;
}[SettingKey];
export const isSeveralKey = (key: SettingKey): key is SeveralKey => 'parts' in settingTexts[key];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingTexts, key);
export const settingKeys = Object.keys(settingTexts).filter(isSettingKey);

/** The name with its unit, as lists without a column for units show it: 受理时限（秒）. */
export function settingLabel(key: SettingKey): string {
  const { label, unit } = settingTexts[key];
  return unit === '' ? label : `${label}（${unit}）`;
}

/** The bounds in words: 30 到 1800 秒, 3 到 20 个字符. */
export function settingBounds(key: SettingKey): string {
  const { least, most, unit } = settingTexts[key];
  return `${least} 到 ${most} ${unit === '' ? '个字符' : unit}`;
}

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);

/** A value with its unit, as people read it: 60、120、300 秒. A value of an unknown shape is shown as JSON, nothing as ''. */
export function settingValueText(key: SettingKey, value: unknown): string {
  if (value === null || value === undefined) return '';
  const { unit } = settingTexts[key];
  const text = Array.isArray(value) ? value.map(plainText).join('、') : plainText(value);
  if (unit === '') return text;
  return unit === '%' ? `${text}%` : `${text} ${unit}`;
}
