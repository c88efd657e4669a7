import {
  countedPerLabels,
  ruleActionLabels,
  ruleDeviceLabels,
  ruleExceptionLabels,
  type Listen,
  type RuleAction,
  type RuleBody,
  type TimeWindow,
} from './alarmRule.ts';
import { siteTypeLabels } from '../entities/community.ts';
import { dutyLabels } from '../entities/person.ts';
import { faultPhenomenonLabels, incidentKindLabels } from '../exceptions.ts';
import { alarmKindLabels, alarmKinds, alarmPriorityLabels, exceptionTypeLabels, roleLabels } from '../labels.ts';
import { meaningOf } from '../messageCodes.ts';
import { notifyChannelLabels } from '../notificationWords.ts';
import type { Recipient } from './recipients.ts';

/** A rule in Chinese: the same sentence in the list, above the editor, in the log and in a firing. */

/** Names for the ids in a rule; undefined if unknown, and then the id is written. */
export interface RuleNames {
  readonly organization?: (ref: string) => string | undefined;
  readonly person?: (id: number) => string | undefined;
}

/** Exact, in the largest unit that divides it, as in the editor: `90 秒`, `10 分钟`, `24 小时`. */
export function durationOf(seconds: number): string {
  if (seconds > 0 && seconds % 3_600 === 0) return `${seconds / 3_600} 小时`;
  return seconds > 0 && seconds % 60 === 0 ? `${seconds / 60} 分钟` : `${seconds} 秒`;
}
const list = (words: readonly string[], last = '、'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join('、')}${last}${words.at(-1) ?? ''}`;
/** Returns true if somebody hears the rule: a telephone or a console rings. Other actions only write or show something. */
export const makesSound = ({ actions }: Pick<RuleBody, 'actions'>): boolean =>
  actions.some(
    (action) =>
      action.no === 4 || (action.no === 1 && action.channels.includes('voice')) || (action.no === 7 && action.ring),
  );

/** Beyond this they are counted: no one reads a sentence that lists sixteen kinds. */
const mostNamedListens = 4;

/** One event in words: 长时间开门, 长时间开门消除, 消息码 04 非开锁区停梯, 设备离线, 故障记录超时. */
export function listenLabel(listen: Listen): string {
  switch (listen.source) {
    case 'alarm': {
      const ending = { raised: '', repeated: '再次报警', worsened: '加重', cleared: '消除' };
      return `${alarmKindLabels[listen.value]}${ending[listen.phase]}`;
    }
    case 'code': {
      const meaning = meaningOf(listen.value);
      const label = meaning === undefined ? '' : ` ${meaning.label}`;
      return `消息码 ${listen.value}${label}${listen.phase === 'cleared' ? '消除' : ''}`;
    }
    case 'device':
      return `设备${ruleDeviceLabels[listen.value]}`;
    case 'exception':
      return `${ruleExceptionLabels[listen.value]}记录${listen.phase === 'overdue' ? '超时' : '新建'}`;
  }
}

const companyWords = { property: '物业', maintenance: '维保' } as const;

/** Returns the words for the recipients of a notice: 物业安全员, 维保值班电话, 王芳. */
function recipientLabel(recipient: Recipient, names: RuleNames = {}): string {
  switch (recipient.kind) {
    case 'rota':
      return '当班人员';
    case 'dutyPhone':
      return `${companyWords[recipient.company]}值班电话`;
    case 'duty':
      return `${companyWords[recipient.company]}${dutyLabels[recipient.duty]}`;
    case 'person':
      return names.person?.(recipient.person_id) ?? `人员 ${recipient.person_id}`;
    case 'supervisors':
      return '管理与监管人员';
    case 'answerers':
      return '接听人员';
    case 'role':
      return roleLabels[recipient.role_type] ?? `角色 ${recipient.role_type}`;
    case 'group':
      return '渠道所设的群';
  }
}
const recipientWords = (to: readonly Recipient[], names: RuleNames): string =>
  to.length === 0 ? '（未选通知对象）' : list(to.map((recipient) => recipientLabel(recipient, names)));

/** Returns the words of the record: 故障：开门不良. */
function recordWords({ type, phenomenon, kind, level }: Extract<RuleAction, { no: 6 }>): string {
  const detail =
    type === 3 && phenomenon !== null
      ? `：${faultPhenomenonLabels[phenomenon]}`
      : type === 4 && kind !== null
        ? `：${incidentKindLabels[kind]}`
        : '';
  return `${exceptionTypeLabels[type]}${detail}${level === null ? '' : `，${alarmPriorityLabels[level]}`}`;
}

/** An action without its delay: 微信通知物业安全员. */
function actionWords(action: RuleAction, names: RuleNames = {}): string {
  switch (action.no) {
    case 1:
    case 2: {
      const channels = list(action.channels.map((channel) => notifyChannelLabels[channel]));
      const key = action.no === 1 && action.require_key ? '，须按键确认' : '';
      return `${channels === '' ? '（未选渠道）' : channels}通知${recipientWords(action.to, names)}${key}`;
    }
    case 4:
      return ruleActionLabels[4];
    case 5:
      return `${ruleActionLabels[5]}（临时维保，${action.due_in_days === 0 ? '当天' : `${action.due_in_days} 天内`}完成）`;
    case 6:
      return `${ruleActionLabels[6]}（${recordWords(action)}）`;
    case 7:
      return `平台通知${recipientWords(action.to, names)}${action.ring ? '，并响铃' : ''}`;
  }
}

/** An action as part of the sentence: 5 分钟后仍无人确认时电话通知物业值班电话. */
export function actionLabel(action: RuleAction, names: RuleNames = {}): string {
  const after = action.delay_seconds > 0 ? `${durationOf(action.delay_seconds)}后` : '';
  const unless = action.only_if === 'unacknowledged' ? '仍无人确认时' : '';
  return `${after}${unless}${actionWords(action, names)}`;
}

const dayNames = ['一', '二', '三', '四', '五', '六', '日'] as const;

function daysWords(days: TimeWindow['days']): string {
  const on = dayNames.flatMap((name, index) => (days.some((day) => day === index + 1) ? [name] : []));
  const key = on.join('');
  if (on.length === dayNames.length) return '';
  if (key === '一二三四五') return '周一至周五';
  if (key === '六日') return '周末';
  return `周${list(on)}`;
}

/** 夜间（22:00–06:00）, 周一至周五 08:00–18:00, 周末全天. */
export function windowWords({ days, from, to }: TimeWindow): string {
  const on = daysWords(days);
  if (from === to) return on === '' ? '全天' : `${on}全天`;
  if (from >= '18:00' && to <= '09:00') return `${on}夜间（${from}–${to}）`;
  return `${on === '' ? '每天' : on} ${from}–${to}`;
}

/** Returns the words for the times at which a rule applies; empty for always. */
export const scheduleWords = (schedule: RuleBody['when']['schedule']): string => list(schedule.map(windowWords), '或');

/** Returns the words for the lifts to which a rule applies: 翠湖物业的住宅电梯（梯龄 10 年以上）; empty for every lift. */
export function scopeWords(
  { organization, when }: Pick<RuleBody, 'organization' | 'when'>,
  names: RuleNames = {},
): string {
  const nameOf = (ref: string): string => names.organization?.(ref) ?? `单位 ${ref}`;
  const inside = list(when.organizations.map(nameOf), '或');
  const owner = organization === '' ? '' : nameOf(organization);
  const where = owner !== '' && inside !== '' ? `${owner}在${inside}` : `${owner}${inside}`;
  const sites = list(
    when.site_types.map((type) => siteTypeLabels[type]),
    '或',
  );
  const age = ageWords(when);
  if (where === '' && sites === '' && age === '') return '';
  return `${where}${where === '' ? '' : '的'}${sites}电梯${age}`;
}

function ageWords({ age_least_years: least, age_most_years: most }: RuleBody['when']): string {
  if (least !== null && most !== null) return `（梯龄 ${least}–${most} 年）`;
  if (least !== null) return `（梯龄 ${least} 年以上）`;
  return most === null ? '' : `（梯龄 ${most} 年以下）`;
}

/** Returns the words for the events that a rule listens to; a long list becomes a count. */
export function listensWords(listens: readonly Listen[]): string {
  if (listens.length === 0) return '（未选事件）';
  const raised = listens.filter(({ source, phase }) => source === 'alarm' && phase === 'raised');
  if (raised.length === alarmKinds.length && listens.length === raised.length) return '任何报警';
  const words = listens.map(listenLabel);
  if (words.length <= mostNamedListens) return list(words, '或');
  return `${list(words.slice(0, mostNamedListens - 1))}等 ${words.length} 种事件`;
}

/** Returns the words for the required repetition: 同一电梯 10 分钟内发生 3 次; empty if every time counts. */
export const repeatWords = ({ repeat }: Pick<RuleBody['when'], 'repeat'>): string =>
  repeat === null
    ? ''
    : `${countedPerLabels[repeat.per]} ${durationOf(repeat.within_seconds)}内发生 ${repeat.times} 次`;

/** The exceptions, one part each: 不在维保中. */
export function unlessWords(unless: RuleBody['unless']): readonly string[] {
  const kinds = unless.open_kinds.map((kind) => alarmKindLabels[kind]);
  const open = kinds.length > mostNamedListens ? `报警（${kinds.length} 种）` : list(kinds, '或');
  return [
    unless.maintenance ? '不在维保中' : '',
    unless.power_cut ? '没有多台停电' : '',
    unless.offline ? '设备未离线' : '',
    open === '' ? '' : `没有未结束的${open}`,
  ].filter((words) => words !== '');
}

export const cooldownWords = (cooldown: RuleBody['cooldown']): string =>
  cooldown === null || cooldown.seconds === 0
    ? ''
    : `${durationOf(cooldown.seconds)}内${countedPerLabels[cooldown.per]}只通知一次`;
export const recoveryWords = (recovery: RuleBody['recovery']): string => {
  if (recovery === null) return '';
  return `全部消除${recovery.after_seconds === 0 ? '' : ` ${durationOf(recovery.after_seconds)}`}后通知恢复`;
};

const levelWords = (levels: RuleBody['when']['levels']): string =>
  list(levels.map((level) => alarmPriorityLabels[level]));

/** Returns the words for the condition of a rule, without its actions: 夜间（22:00–06:00）同一电梯 10 分钟内发生 3 次长时间开门，且不在维保中. */
function conditionOf(body: RuleBody, names: RuleNames = {}): string {
  const { when } = body;
  const time = scheduleWords(when.schedule);
  const gap = /\d$/.test(time) ? ' ' : '';
  const often = repeatWords(when);
  const scope = scopeWords(body, names);
  const place = scope === '' || often === '' ? scope : `${scope}，`;
  const levels = when.levels.length === 0 ? '' : `（${levelWords(when.levels)}）`;
  const first = `${time}${gap}${place}${often === '' ? '发生' : often}${listensWords(body.listens)}${levels}`;
  const held = when.held_seconds === 0 ? [] : [`持续 ${durationOf(when.held_seconds)}`];
  return [first, ...held, ...unlessWords(body.unless).map((words) => `且${words}`)].join('，');
}

/** The rule as one sentence. */
export function sentenceOf(body: RuleBody, names: RuleNames = {}): string {
  const actions = body.actions.map((action) => actionLabel(action, names)).join('，');
  return [
    `${conditionOf(body, names)}：${actions === '' ? '（未选动作）' : actions}`,
    cooldownWords(body.cooldown),
    recoveryWords(body.recovery),
  ]
    .filter((words) => words !== '')
    .join('；');
}

const changed = (label: string, before: string, after: string, none = '无'): readonly string[] =>
  before === after ? [] : [`${label}：${before === '' ? none : before} → ${after === '' ? none : after}`];

/** The members of `before` that are missing from `after`, compared by content. */
const without = <Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] => {
  const kept = new Set(after.map((item) => JSON.stringify(item)));
  return before.filter((item) => !kept.has(JSON.stringify(item)));
};

/** Returns the words for the change of an action: if only its recipients did, the line names only them. */
function changedAction(before: RuleAction, after: RuleAction, names: RuleNames): readonly string[] {
  if ('to' in before && 'to' in after && actionLabel({ ...before, to: after.to }, names) === actionLabel(after, names))
    return changed(
      `${ruleActionLabels[before.no]}的对象`,
      recipientWords(before.to, names),
      recipientWords(after.to, names),
    );
  return changed('动作', actionLabel(before, names), actionLabel(after, names));
}

function changedActions(before: RuleBody, after: RuleBody, names: RuleNames): readonly string[] {
  const gone = [...without(before.actions, after.actions)];
  const lines: string[] = [];
  for (const action of without(after.actions, before.actions)) {
    const at = gone.findIndex(({ no }) => no === action.no);
    const [former] = at === -1 ? [] : gone.splice(at, 1);
    lines.push(
      ...(former === undefined ? [`增加动作：${actionLabel(action, names)}`] : changedAction(former, action, names)),
    );
  }
  return [...lines, ...gone.map((action) => `去掉动作：${actionLabel(action, names)}`)];
}

const heldWords = ({ when }: RuleBody): string => (when.held_seconds === 0 ? '' : durationOf(when.held_seconds));

/** The changes, one line each: 微信通知的对象：物业安全员 → 维保安全员. Empty if there are none. */
export function changesBetween(before: RuleBody, after: RuleBody, names: RuleNames = {}): string[] {
  const added = without(after.listens, before.listens).map(listenLabel);
  const removed = without(before.listens, after.listens).map(listenLabel);
  return [
    ...changed('名称', before.name, after.name),
    ...changed('备注', before.remark, after.remark),
    ...changed('事件类型', exceptionTypeLabels[before.event_type], exceptionTypeLabels[after.event_type]),
    ...(added.length > 0 ? [`增加事件：${list(added)}`] : []),
    ...(removed.length > 0 ? [`去掉事件：${list(removed)}`] : []),
    ...changed('时间', scheduleWords(before.when.schedule), scheduleWords(after.when.schedule), '任何时间'),
    ...changed('范围', scopeWords(before, names), scopeWords(after, names), '全部电梯'),
    ...changed('级别', levelWords(before.when.levels), levelWords(after.when.levels), '不限'),
    ...changed('次数', repeatWords(before.when), repeatWords(after.when), '每次发生'),
    ...changed('持续', heldWords(before), heldWords(after), '不要求'),
    ...changed('除外', list(unlessWords(before.unless)), list(unlessWords(after.unless))),
    ...changedActions(before, after, names),
    ...changed('冷却', cooldownWords(before.cooldown), cooldownWords(after.cooldown), '不合并'),
    ...changed('恢复通知', recoveryWords(before.recovery), recoveryWords(after.recovery)),
  ];
}
