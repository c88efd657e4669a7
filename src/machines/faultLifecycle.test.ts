import { describe, expect, it } from 'vitest';
import type { FaultEvent } from '../contract/events/fault.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { faultLifecycle, faultStageOf, isFaultActive } from './faultLifecycle.ts';
import type { FaultSnapshot } from './faultMachine.ts';

const t0 = 1_700_000_000_000;
const minuteMs = 60_000;
const device: Actor = { kind: 'device', id: 'COL-1', name: '采集器' };
const system: Actor = { kind: 'system', id: 'clock', name: '系统' };
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 3 };
const li: Actor = { kind: 'user', id: 2, name: '李娜', roleType: 3 };

/** An example event of the type with some of its data replaced. */
function fact(
  type: FaultEvent['type'],
  { actor = zhang, atMs = t0, data = {} }: { actor?: Actor; atMs?: number; data?: object } = {},
): FaultEvent {
  const example = faultLifecycle.example(faultLifecycle.initial(), type, actor, atMs);
  return faultLifecycle.parseEvent({ ...example, data: { ...example.data, ...data } });
}
const fold = (...events: FaultEvent[]): FaultSnapshot => faultLifecycle.fold(events);
const refusal = (state: FaultSnapshot, event: FaultEvent): string => {
  expect(faultLifecycle.can(state, event)).toBe(false);
  return faultLifecycle.explainRefusal(state, event);
};
const contradictions = (state: FaultSnapshot, event: FaultEvent) => faultLifecycle.contradictions(state, event);

const words = (event: FaultEvent): string => {
  const { title, detail } = faultLifecycle.describeEvent(event);
  return detail === '' ? title : `${title}｜${detail}`;
};

const occurred = fact('fault.occurred', { actor: device });
const phoned = fact('fault.occurred', { data: { source: 'person', deviceKey: '', phenomenon: 'doorClosing' } });
const repeated = fact('fault.repeated', { actor: device });
const accepted = fact('fault.accepted');
const arrived = fact('fault.arrived', { actor: li });
const repaired = fact('fault.repaired');
const cleared = fact('fault.cleared', { actor: device });
const confirmed = fact('fault.confirmed', { actor: li });
const judgedFalse = fact('fault.judgedFalse');
const reopened = fact('fault.reopened', { atMs: t0 + 20 * minuteMs });
const hidden = fact('fault.hidden');
const missed = (atMs: number): FaultEvent => fact('fault.deadlinePassed', { actor: system, atMs });

describe('a fault', () => {
  it('is accepted, visited, repaired and confirmed, with the index of each stage', () => {
    const states = [
      [occurred],
      [occurred, accepted],
      [occurred, accepted, arrived],
      [occurred, accepted, arrived, repaired],
      [occurred, accepted, arrived, repaired, cleared, confirmed],
    ].map((events) => fold(...events));
    expect(states.map(faultStageOf)).toEqual(['pending', 'accepted', 'onSite', 'repaired', 'done']);
    expect(states.map((state) => faultLifecycle.statusIndex(state))).toEqual([0, 1, 1, 1, 2]);
  });
  it('is taken over by a colleague at any step', () => {
    expect(fold(occurred, accepted, arrived, repaired, cleared, confirmed).context).toMatchObject({
      acceptedBy: { name: '张伟' },
      arrivedBy: { name: '李娜' },
      repairedBy: { name: '张伟' },
      closedBy: { name: '李娜' },
      cause: '305',
      causeLabel: '触板/光幕',
    });
  });
  it('may be repaired from afar, without an arrival', () => {
    expect(faultStageOf(fold(occurred, accepted, repaired))).toBe('repaired');
  });
  it('counts reports: one that was gathered stands for as many as it says', () => {
    const gathered = fact('fault.repeated', { actor: device, data: { times: 7 } });
    expect(fold(occurred, repeated, gathered).context.repeatCount).toBe(8);
  });
});

describe('two people and one fault', () => {
  it('tells the second who accepted first', () => {
    expect(refusal(fold(occurred, accepted), fact('fault.accepted', { actor: li }))).toBe('张伟 已受理');
  });
  it('tells the second who repaired first, and what is left to do', () => {
    const state = fold(occurred, accepted, repaired);
    expect(refusal(state, fact('fault.repaired', { actor: li }))).toBe(
      '张伟 已登记修复，请确认恢复；如未修复，请重新打开',
    );
    expect(refusal(state, judgedFalse)).toBe('张伟 已登记修复，不能再判定误报；如未修复，请重新打开');
    expect(refusal(state, accepted)).toBe('张伟 已登记修复，不能再受理；如未修复，请重新打开');
  });
  it('tells the second who is on site', () => {
    expect(refusal(fold(occurred, accepted, arrived), fact('fault.arrived'))).toBe('李娜 已登记到场');
  });
  it('tells a user who comes late who closed it', () => {
    expect(refusal(fold(occurred, accepted, repaired, cleared, confirmed), repaired)).toBe(
      '李娜 已确认恢复；如仍有故障，请重新打开',
    );
    expect(refusal(fold(occurred, judgedFalse), accepted)).toBe('张伟 已判定为误报；如确有故障，请重新打开');
  });
});

describe('the order of the steps', () => {
  it('begins with the acceptance', () => {
    expect(refusal(fold(occurred), arrived)).toBe('该故障尚未受理，请先受理，再登记到场');
    expect(refusal(fold(occurred), repaired)).toBe('该故障尚未受理，请先受理，再登记修复');
    expect(refusal(fold(occurred), confirmed)).toBe('该故障尚未受理，请先受理并登记修复，再确认恢复');
  });
  it('asks for a repair before the confirmation', () => {
    expect(refusal(fold(occurred, accepted), confirmed)).toBe('尚未登记修复，请先登记修复，再确认恢复');
  });
  it('leaves repairs and judgements to people', () => {
    const byDevice = fact('fault.accepted', { actor: device });
    expect(refusal(fold(occurred), byDevice)).toBe('须由人员受理');
    expect(refusal(fold(occurred, accepted), fact('fault.repaired', { actor: system }))).toBe('须由人员修复');
  });
  it('refuses a stream that has not begun, or has', () => {
    expect(refusal(faultLifecycle.initial(), accepted)).toBe('该故障不存在，请刷新后重试');
    expect(refusal(fold(occurred), occurred)).toBe('该故障已存在，请刷新后查看');
  });
});

describe('what the device reports', () => {
  it('never closes a fault: a person confirms', () => {
    const state = fold(occurred, cleared);
    expect(isFaultActive(state)).toBe(false);
    expect(state.context.clearedAtMs).toBe(t0);
    expect(faultLifecycle.isClosed(state)).toBe(false);
    expect(faultStageOf(fold(occurred, accepted, repaired, cleared))).toBe('repaired');
  });
  it('asks the user who confirms for a note while it still reports the fault', () => {
    const state = fold(occurred, accepted, repaired);
    expect(contradictions(state, confirmed)).toEqual([
      { field: 'note', message: '设备仍在报告该故障，如已确认恢复请填写说明' },
    ]);
    expect(contradictions(state, fact('fault.confirmed', { data: { note: '现场试运行正常' } }))).toEqual([]);
    expect(contradictions(fold(occurred, accepted, repaired, cleared), confirmed)).toEqual([]);
    expect(faultLifecycle.allowedActions(state, zhang)).toContain('fault.confirmed');
  });
  it('asks for no note where only a person reported it', () => {
    const state = fold(phoned, accepted, repaired);
    expect(isFaultActive(state)).toBe(false);
    expect(contradictions(state, confirmed)).toEqual([]);
  });
  it('holds again when the device reports it again after the repair', () => {
    const state = fold(occurred, accepted, repaired, cleared, repeated);
    expect(isFaultActive(state)).toBe(true);
    expect(state.context.clearedAtMs).toBeNull();
    expect(contradictions(state, confirmed)).toHaveLength(1);
  });
  it('is not changed by a passenger who rings again', () => {
    const rangAgain = fact('fault.repeated', { data: { source: 'person', callerName: '王先生' } });
    const state = fold(phoned, rangAgain);
    expect(isFaultActive(state)).toBe(false);
    expect(state.context.repeatCount).toBe(1);
  });
  it('may be cleared late, when a person closed it already', () => {
    const note = fact('fault.confirmed', { data: { note: '现场试运行正常' } });
    expect(isFaultActive(fold(occurred, accepted, repaired, note, cleared))).toBe(false);
  });
  it('cannot be claimed by a person, nor repeated for what is closed', () => {
    expect(refusal(fold(occurred), fact('fault.cleared'))).toBe('只有设备可以报告该情况');
    expect(refusal(fold(occurred, cleared), cleared)).toBe('设备没有在报告该故障');
    expect(refusal(fold(occurred, judgedFalse), repeated)).toBe('张伟 已判定为误报；如确有故障，请重新打开');
  });
});

describe('the limit of a fault', () => {
  const late = missed(t0 + 10 * minuteMs);
  it('runs until the repair, from the receipt of the report', () => {
    expect(faultLifecycle.deadlines(fold(occurred))).toEqual([{ kind: 'handle', dueAtMs: t0 + 10 * minuteMs }]);
    expect(faultLifecycle.deadlines(fold(occurred, accepted, arrived))).toHaveLength(1);
    expect(faultLifecycle.deadlines(fold(occurred, accepted, repaired))).toEqual([]);
    expect(faultLifecycle.eventForDeadline({ kind: 'handle', dueAtMs: 0 })).toEqual({
      type: 'fault.deadlinePassed',
      data: { kind: 'handle' },
    });
    expect(faultLifecycle.eventForDeadline({ kind: 'respond', dueAtMs: 0 })).toBeUndefined();
  });
  it('shows 3 while the repair is missing, ends nothing, and stays in the record', () => {
    const state = fold(occurred, late);
    expect(faultLifecycle.describeState(state)).toBe('3 已超时 · 待受理');
    expect(faultLifecycle.statusIndex(fold(occurred, late, accepted))).toBe(3);
    const done = fold(occurred, late, accepted, repaired);
    expect(faultLifecycle.statusIndex(done)).toBe(1);
    expect(done.context.overdue).toBe(true);
  });
  it('is recorded by the clock alone, once, and not too early', () => {
    const tooEarly = '当前状态不能自动记录超时';
    expect(refusal(fold(occurred), missed(t0 + 10 * minuteMs - 1))).toBe(tooEarly);
    expect(refusal(fold(occurred), { ...late, actor: zhang })).toBe(tooEarly);
    expect(refusal(fold(occurred, late), late)).toBe(tooEarly);
    expect(refusal(fold(occurred, accepted, repaired), late)).toBe(tooEarly);
  });
  it('starts again after a reopening', () => {
    const state = fold(occurred, late, judgedFalse, reopened);
    expect(faultLifecycle.statusIndex(state)).toBe(0);
    expect(faultLifecycle.deadlines(state)).toEqual([{ kind: 'handle', dueAtMs: t0 + 30 * minuteMs }]);
    expect(state.context.overdue).toBe(true);
  });
});

describe('a fault that comes back', () => {
  it('is reopened whether it was confirmed, judged false, or only repaired, and its repair starts over', () => {
    const before = [
      [occurred, accepted, arrived, repaired, cleared, confirmed],
      [occurred, judgedFalse],
      [occurred, accepted, repaired],
    ];
    for (const events of before) {
      const state = fold(...events, reopened);
      expect(faultStageOf(state)).toBe('pending');
      expect(state.context).toMatchObject({ acceptedBy: null, repairedBy: null, closedBy: null, cause: '' });
    }
  });
  it('is not reopened while it is open, nor once it is deleted', () => {
    expect(refusal(fold(occurred, accepted), reopened)).toBe('该故障尚未修复，无需重新打开');
    expect(refusal(fold(occurred, judgedFalse, hidden), reopened)).toBe('该故障记录已删除，不能重新打开');
  });
  it('is deleted from the lists once, and only when closed', () => {
    expect(refusal(fold(occurred), hidden)).toBe('只能删除已关闭的故障，请先确认恢复或判定误报');
    expect(refusal(fold(occurred, judgedFalse, hidden), hidden)).toBe('该故障记录已删除');
  });
  it('is commented at any time, by people', () => {
    const comment = fact('fault.commented', { actor: li });
    expect(fold(occurred, comment, judgedFalse, comment).context.commentCount).toBe(2);
    expect(refusal(fold(occurred), fact('fault.commented', { actor: device }))).toBe('须由人员评论');
  });
});

describe('the timeline of a fault', () => {
  it('says what happened, who rang and what was replaced', () => {
    const rang = fact('fault.occurred', {
      data: { source: 'person', phenomenon: 'doorClosing', callerName: '李女士', callerPhone: '13800000000' },
    });
    expect(words(rang)).toBe('发生故障：关门不良｜人员登记，报警人 李女士，回拨 13800000000');
    expect(words(occurred)).toBe('发生故障：03 开门故障｜设备消息');
    expect(words(cleared)).toBe('设备报告消除｜03 开门故障');
    const parts = [
      { name: '光幕', num: 1 },
      { name: '继电器', num: 2 },
    ];
    expect(words(fact('fault.repaired', { data: { parts } }))).toBe(
      '修复：触板/光幕｜更换 光幕、继电器 ×2，照片 1 张，清洁并调整光幕',
    );
    expect(words(repeated)).toBe('再次报告｜设备消息');
    expect(words(fact('fault.repeated', { data: { times: 7, late: true } }))).toBe('再次报告 7 次｜设备消息，消息迟到');
    expect(words(missed(t0))).toBe('超时未修复｜超过处理时限');
  });
});
