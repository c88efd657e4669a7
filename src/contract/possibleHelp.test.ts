import { expect, test } from 'vitest';
import { namedCall, plainReason } from './possibleHelp.ts';

test("a dispatcher reads why a message could not be taken, and none of the parser's words", () => {
  expect(plainReason('设备未登记或未绑定电梯')).toBe('发来消息的设备没有登记，不知道它装在哪台电梯里');
  expect(plainReason('at：时间格式不正确，须为带时区的 ISO 8601')).toBe('时间写错了');
  expect(plainReason('at：缺少必填项；kind：不是可选的值')).toBe('时间写错了，没有写明是哪种求救，或写法系统不认识');
  expect(plainReason('data.picture.bytes：内容过大')).toBe('附带的内容太多');
  expect(plainReason('消息：格式不正确，须为对象')).toBe('内容残缺，读不出来');
  // Whatever else a parser says: no path, no type.
  for (const reason of ['frames.0.x：不能大于 3', '格式不正确', ''])
    expect(plainReason(reason)).toBe('格式不对，系统读不出来');
});

test('names the call for help in the message, if it is readable', () => {
  expect(namedCall('{"id":"e-77","at":"昨天","kind":"trapped"}')).toBe('困人');
  expect(namedCall('kind=SOS')).toBe('按钮求救');
  expect(namedCall('HELP!')).toBeNull();
});
