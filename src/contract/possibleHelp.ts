import { alarmKindLabels, isCallForHelp, alarmKinds } from './labels.ts';

/** The missing part of a device's message, by the member that the parser stopped at; in the words of a dispatcher. */
const plainMembers: Readonly<Record<string, string>> = {
  at: '时间写错了',
  time: '时间写错了',
  kind: '没有写明是哪种求救，或写法系统不认识',
  alarm: '没有写明是哪种求救，或写法系统不认识',
  id: '没有编号',
  data: '附带的内容太多',
  消息: '内容残缺，读不出来',
};

const plainReasons: Readonly<Record<string, string>> = {
  设备未登记或未绑定电梯: '发来消息的设备没有登记，不知道它装在哪台电梯里',
  未知主题: '消息发错了地方，不知道来自哪台电梯',
  设备绑定的电梯不在基础数据中: '设备所在的电梯不在基础数据中',
  内容无法保存: '消息里有无法保存的字符',
  多次尝试仍无法处理: '系统多次尝试仍未能读取',
};

const otherwise = '格式不对，系统读不出来';

/** Returns the reason why a device's message could not be accepted, without the parser's terms: 时间写错了. Takes the reason that is kept with it. */
export function plainReason(reason: string): string {
  const known = plainReasons[reason];
  if (known !== undefined) return known;
  const parts = reason.split('；').map((part) => {
    const [member = ''] = part.split(/[.：]/);
    return part.includes('：') ? (plainMembers[member] ?? otherwise) : otherwise;
  });
  return [...new Set(parts)].join('，');
}

/** Returns the call for help that the message names: 按钮求救; null where that cannot be read. */
export function namedCall(payload: string): string | null {
  const kind = alarmKinds.find((name) => isCallForHelp(name) && payload.includes(name));
  return kind === undefined ? null : alarmKindLabels[kind];
}
