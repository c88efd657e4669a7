import type { Listen, RuleAction, RuleBody, RuleFinding } from './alarmRule.ts';
import { exceptionTypeOf, isExceptionPrefix } from '../exceptions.ts';
import { alarmKindLabels, alarmPriorities, callForHelpKinds } from '../labels.ts';
import { meaningOf } from '../messageCodes.ts';
import { channelsWithoutAnswer } from '../notificationWords.ts';

/** An alarm of this kind reports a failed notification: a rule that notifies someone of it would trigger itself. */
const isNotifyFailed = (kind: string): boolean => kind === 'notifyFailed';
const typeNames = { 2: '电动车事件', 3: '故障', 4: '事件' } as const;

const error = (field: string, message: string): RuleFinding => ({ severity: 'error', field, message });
const warning = (field: string, message: string): RuleFinding => ({ severity: 'warning', field, message });

/**
 * Returns the errors and unwise choices in a rule, judged from the rule alone; errors first. The server checks who can be reached now
 * (`server/domain/rules/ruleFindings.ts`), and a test run shows how often it fires.
 */
export function lintRule(body: RuleBody): RuleFinding[] {
  const findings = [
    ...lintListens(body),
    ...lintConditions(body),
    ...body.actions.flatMap((action, index) => lintAction(body, action, `actions.${index}`)),
    ...lintUrgent(body),
    ...lintRecovery(body),
  ];
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
}

function lintListens({ listens, actions }: RuleBody): RuleFinding[] {
  const texts = listens.map((listen) => JSON.stringify(listen));
  return [
    ...(listens.length === 0 ? [error('listens', '请选择至少一种事件，否则规则不会触发')] : []),
    ...(new Set(texts).size < texts.length ? [warning('listens', '同一事件选择了两次，只计一次')] : []),
    ...(actions.length === 0 ? [error('actions', '请添加至少一个动作，否则触发后什么也不做')] : []),
  ];
}

function lintConditions({ listens, when }: RuleBody): RuleFinding[] {
  const { age_least_years: least, age_most_years: most, levels, held_seconds: held } = when;
  const kinds = listens.flatMap((listen) => (listen.source === 'alarm' ? [listen] : []));
  const never =
    levels.length > 0 &&
    listens.length > 0 &&
    kinds.length === listens.length &&
    kinds.every(({ value, phase }) => phase !== 'worsened' && !levels.includes(alarmPriorities[value]));
  return [
    ...(least !== null && most !== null && least > most
      ? [error('when.age_most_years', '最大梯龄小于最小梯龄，没有电梯符合')]
      : []),
    ...(never ? [warning('when.levels', '所选事件通常不是这个级别，规则可能不会触发')] : []),
    ...lintRepeat(listens, when.repeat),
    ...(held > 0 && listens.length > 0 && listens.every(({ phase }) => phase === 'cleared')
      ? [error('when.held_seconds', '“消除”是一个时刻，不能要求持续时间，请去掉持续时间或改为“发生”')]
      : []),
  ];
}

/** An alarm that repeats while its record is open stays one alarm, so a rule that counts per lift must hear repeats. */
function lintRepeat(listens: readonly Listen[], repeat: RuleBody['when']['repeat']): RuleFinding[] {
  if (repeat?.per !== 'lift') return [];
  const phasesOf = (kind: string) =>
    listens.flatMap(({ source, value, phase }) => (source === 'alarm' && value === kind ? [phase] : []));
  const names = listens.flatMap((listen) =>
    listen.source === 'alarm' && listen.phase === 'raised' && !phasesOf(listen.value).includes('repeated')
      ? [alarmKindLabels[listen.value]]
      : [],
  );
  const message = `报警未处理完时又发生，记为“再次报警”，不计入次数；请在事件中同时选择${names.map((name) => `“${name}再次报警”`).join('、')}`;
  return names.length === 0 ? [] : [warning('when.repeat', message)];
}

const isUrgent = (listen: Listen): boolean => (listen.source === 'alarm' ? alarmPriorities[listen.value] === 1 : false);

/** An alarm of priority 1 ignores a rule's exceptions and cooldown: warns authors who rely on them. */
function lintUrgent({ listens, unless, cooldown, actions }: RuleBody): RuleFinding[] {
  const urgent = listens.filter(isUrgent);
  if (urgent.length === 0) return [];
  const names = urgent
    .flatMap((listen) => (listen.source === 'alarm' ? [alarmKindLabels[listen.value]] : []))
    .join('、');
  const isLimited = unless.maintenance || unless.power_cut || unless.offline || unless.open_kinds.length > 0;
  const isLoud = actions.some(({ no, ...action }) => no === 1 || no === 4 || ('ring' in action && action.ring));
  const callsHelp = callForHelpKinds.some((kind) =>
    urgent.some((listen) => listen.source === 'alarm' && listen.value === kind),
  );
  return [
    ...(isLimited ? [warning('unless', `${names}为紧急报警，排除条件对它不生效，仍会触发`)] : []),
    ...(cooldown !== null && cooldown.seconds > 0
      ? [warning('cooldown', `${names}为紧急报警，冷却时间对它不生效，每次都会触发`)]
      : []),
    ...(actions.length > 0 && !isLoud
      ? [warning('actions', `${names}为紧急报警，本规则只有静默通知；值班台的响铃由平台保证，与本规则无关`)]
      : []),
    ...(callsHelp && actions.some(({ no }) => no === 4)
      ? [warning('actions', '求救报警已由平台自动创建救援单，此处的“创建救援单”不会再创建一张')]
      : []),
  ];
}

const isSilent = (channels: readonly string[]): boolean =>
  channels.every((channel) => channelsWithoutAnswer.some((silent) => silent === channel));

function lintAction(body: RuleBody, action: RuleAction, field: string): RuleFinding[] {
  switch (action.no) {
    case 1:
      return [
        ...lintNotified(body, field),
        ...(action.channels.includes('voice')
          ? []
          : [
              action.require_key
                ? error(`${field}.require_key`, '短信不能按键确认，请加上电话渠道或取消按键确认')
                : warning(`${field}.channels`, '只有短信，无法知道对方是否看到，建议加上电话'),
            ]),
        ...lintRecipients(action.to, ['group'], `${field}.to`, '电话和短信不能发给群，请选择人员或值班电话'),
      ];
    case 2: {
      const hasGroup = action.to.some(({ kind }) => kind === 'group');
      const groupChannel = action.channels.some((channel) => isSilent([channel]));
      return [
        ...lintNotified(body, field),
        ...(isSilent(action.channels)
          ? [warning(`${field}.channels`, '群机器人和 Webhook 没有应答，无法知道是否有人看到')]
          : []),
        ...(hasGroup && !groupChannel
          ? [error(`${field}.channels`, '通知对象含“群”，请加上企业微信群机器人或 Webhook 渠道')]
          : []),
        ...(groupChannel && !hasGroup
          ? [error(`${field}.to`, '企业微信群机器人和 Webhook 只发给“群”，请在通知对象中加上“群”')]
          : []),
        ...(action.channels.includes('wechat') && action.to.every(({ kind }) => kind === 'group')
          ? [error(`${field}.to`, '微信只能发给人员，请在通知对象中加上人员')]
          : []),
        ...lintRecipients(action.to, ['dutyPhone'], `${field}.to`, '值班电话收不到微信，请选择人员'),
      ];
    }
    case 6:
      return lintException(body, action, field);
    case 7:
      return lintRecipients(
        action.to,
        ['group', 'dutyPhone'],
        `${field}.to`,
        '平台通知只能发给有账号的人员，不能发给群或值班电话',
      );
    case 4:
    case 5:
      return [];
  }
}

const lintNotified = ({ listens }: RuleBody, field: string): RuleFinding[] =>
  listens.some(({ source, value }) => source === 'alarm' && isNotifyFailed(value))
    ? [error(field, '“通知失败”不能再触发电话、短信或微信通知，否则会循环；请改用平台通知')]
    : [];

const lintRecipients = (
  to: readonly { readonly kind: string }[],
  refused: readonly string[],
  field: string,
  message: string,
): RuleFinding[] => (to.some(({ kind }) => refused.includes(kind)) ? [error(field, message)] : []);

type ExceptionAction = Extract<RuleAction, { no: 6 }>;

function lintException({ listens }: RuleBody, action: ExceptionAction, field: string): RuleFinding[] {
  const { type } = action;
  const loops = listens.some(({ source, value }) => source === 'exception' && exceptionTypeOfValue(value) === type);
  const subject = subjectProblem(listens, action);
  return [
    ...(loops ? [error(field, `规则监听${typeNames[type]}又创建${typeNames[type]}，会循环触发；请去掉其中一个`)] : []),
    ...(subject === undefined ? [] : [error(`${field}.${subject.member}`, subject.message)]),
  ];
}

const exceptionTypeOfValue = (value: string): number | undefined =>
  isExceptionPrefix(value) ? exceptionTypeOf[value] : undefined;

/** If the events do not determine which record the action opens, the rule must. */
function subjectProblem(
  listens: readonly Listen[],
  { type, phenomenon, kind }: ExceptionAction,
): { readonly member: string; readonly message: string } | undefined {
  if (type === 2)
    return listens.every(({ source, value }) => source === 'alarm' && value === 'moto')
      ? undefined
      : { member: 'type', message: '电动车事件只能由“电动车入梯”报警创建，请只监听该报警或改选类型' };
  if (type === 3)
    return phenomenon !== null || listens.every((listen) => codeType(listen) === 3)
      ? undefined
      : { member: 'phenomenon', message: '请选择故障现象：所选事件本身不说明是什么故障' };
  return kind !== null || listens.every(saysIncident)
    ? undefined
    : { member: 'kind', message: '请选择事件种类：所选事件本身不说明是什么事件' };
}

const codeType = (listen: Listen): number | null =>
  listen.source === 'code' ? (meaningOf(listen.value)?.exceptionType ?? null) : null;
const saysIncident = (listen: Listen): boolean =>
  codeType(listen) === 4 || (listen.source === 'device' && listen.value !== 'online');

function lintRecovery({ recovery, actions, listens }: RuleBody): RuleFinding[] {
  if (recovery === null) return [];
  return [
    ...(actions.some(({ no }) => no === 1 || no === 2 || no === 7)
      ? []
      : [warning('recovery', '没有通知动作，恢复时没有人可通知')]),
    ...(listens.length > 0 && listens.every(({ phase }) => phase === 'cleared' || phase === 'overdue')
      ? [warning('recovery', '所选事件没有“消除”，不会有恢复通知')]
      : []),
  ];
}
