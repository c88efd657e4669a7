import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RescueEvent, RescueEventType } from '../contract/events/rescue.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { isRescueOverdue, rescueLifecycle, rescueStage } from './rescueOrderLifecycle.ts';
import type { RescueSnapshot } from './rescueOrderMachine.ts';

const t0 = 1_700_000_000_000;
const minuteMs = 60_000;
const system: Actor = { kind: 'system', id: 'clock', name: '系统' };
const device: Actor = { kind: 'device', id: 'COL-1', name: '采集器' };
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 5, supervises: false };
const li: Actor = { kind: 'user', id: 2, name: '李娜', roleType: 5, supervises: false };
const chief: Actor = { kind: 'user', id: 3, name: '王主任', roleType: 5, supervises: true };

/** An example event of the type with some of its data replaced. */
function fact(
  type: RescueEventType,
  { actor = zhang, atMs = t0, data = {} }: { actor?: Actor; atMs?: number; data?: object } = {},
): RescueEvent {
  const example = rescueLifecycle.example(rescueLifecycle.initial(), type, actor, atMs);
  return rescueLifecycle.parseEvent({ ...example, data: { ...example.data, ...data } });
}
const fold = (...events: RescueEvent[]): RescueSnapshot => rescueLifecycle.fold(events);
const can = (state: RescueSnapshot, event: RescueEvent): boolean => rescueLifecycle.can(state, event);
const refusal = (state: RescueSnapshot, event: RescueEvent): string => {
  expect(can(state, event)).toBe(false);
  return rescueLifecycle.explainRefusal(state, event);
};

const raised = fact('rescue.raised', { actor: device });
const accepted = fact('rescue.accepted', { atMs: t0 + 10_000 });
const dispatched = fact('rescue.dispatched', { atMs: t0 + 60_000 });
const arrived = fact('rescue.arrived', { atMs: t0 + 15 * minuteMs });
const released = fact('rescue.released', { atMs: t0 + 20 * minuteMs });
const completed = fact('rescue.completed', { atMs: t0 + 25 * minuteMs });
const missed = (kind: 'respond' | 'arrive', atMs: number): RescueEvent =>
  fact('rescue.deadlinePassed', { actor: system, atMs, data: { kind } });
const lapsed = fact('rescue.claimLapsed', { actor: system, atMs: t0 + 10_000 + 5 * minuteMs });

describe('a call for help', () => {
  it('is pending, then in rescue, then done', () => {
    const states = [
      [raised],
      [raised, accepted],
      [raised, accepted, dispatched],
      [raised, accepted, dispatched, arrived],
      [raised, accepted, dispatched, arrived, released],
      [raised, accepted, dispatched, arrived, released, completed],
    ].map((events) => fold(...events));
    expect(states.map(rescueStage)).toEqual(['pending', 'accepted', 'dispatched', 'arrived', 'released', 'completed']);
    expect(states.map((state) => rescueLifecycle.statusIndex(state))).toEqual([0, 1, 1, 1, 1, 2]);
    expect(states.map((state) => rescueLifecycle.isClosed(state))).toEqual([false, false, false, false, false, true]);
  });
  it('belongs to the first who accepts; the second learns who has it', () => {
    expect(refusal(fold(raised, accepted), fact('rescue.accepted', { actor: li }))).toBe('张伟 已受理');
  });
  it('is accepted by people only', () => {
    expect(can(fold(raised), fact('rescue.accepted', { actor: device }))).toBe(false);
    expect(can(fold(raised), fact('rescue.accepted', { actor: system }))).toBe(false);
  });
  it('may be completed from accepted, dispatched, arrived and released, with people and cause', () => {
    for (const events of [
      [raised, accepted],
      [raised, accepted, dispatched],
      [raised, accepted, arrived],
      [raised, accepted, arrived, released],
    ]) {
      expect(can(fold(...events), completed)).toBe(true);
    }
    expect(refusal(fold(raised), completed)).toBe('该救援单尚未受理，请先受理再完成');
    expect(can(fold(raised, accepted), { ...completed, actor: device })).toBe(false);
    expect(() => fact('rescue.completed', { data: { peopleNum: undefined } })).toThrow();
    expect(() => fact('rescue.completed', { data: { cause: undefined } })).toThrow();
  });
  it('releases people only after someone arrived, but lets them release themselves', () => {
    expect(refusal(fold(raised, accepted, dispatched), released)).toBe('请先登记到场，再登记脱困');
    expect(rescueStage(fold(raised, accepted, dispatched, fact('rescue.selfReleased')))).toBe('released');
    expect(can(fold(raised), fact('rescue.selfReleased'))).toBe(false);
  });
  it('is judged false by its claimer or a supervisor, with a reason', () => {
    const judged = fact('rescue.judgedFalse');
    for (const events of [
      [raised, accepted, judged],
      [raised, accepted, arrived, released, judged],
      [raised, { ...judged, actor: chief }],
      [raised, accepted, { ...judged, actor: chief }],
    ]) {
      const state = fold(...events);
      expect(rescueStage(state)).toBe('falseCall');
      expect(rescueLifecycle.statusIndex(state)).toBe(2);
    }
    expect(() => fact('rescue.judgedFalse', { data: { reason: ' ' } })).toThrow();
    expect(refusal(fold(raised, accepted, judged), accepted)).toBe('该救援单已判定为误报，不能再操作');
  });
  it('is not closed as false by a colleague, nor by anyone before it is taken', () => {
    const judged = fact('rescue.judgedFalse', { actor: li });
    expect(refusal(fold(raised, accepted), judged)).toBe('只有 张伟 或督办人员可以判定误报');
    expect(refusal(fold(raised), judged)).toBe('请先受理并与轿厢通话，再判定误报');
    expect(refusal(fold(raised, accepted, lapsed), { ...judged, actor: zhang })).toContain('请先受理');
  });
  it('that someone judged false under earlier rules still folds', () => {
    const before: Actor = { kind: 'user', id: 2, name: '李娜', roleType: 2 };
    expect(rescueStage(fold(raised, accepted, fact('rescue.judgedFalse', { actor: before })))).toBe('falseCall');
  });
  it('does nothing more once it is done, except corrections, notes and deletion', () => {
    const state = fold(raised, accepted, completed);
    expect(rescueLifecycle.allowedActions(state, chief)).toEqual(['rescue.corrected', 'rescue.noted', 'rescue.hidden']);
    expect(refusal(state, accepted)).toBe('该救援单已完成，不能再操作');
  });
  it('is deleted only when closed, and once', () => {
    const hidden = fact('rescue.hidden');
    expect(refusal(fold(raised), hidden)).toBe('只能删除已关闭的救援单，请先完成或判定误报');
    const state = fold(raised, accepted, completed, hidden);
    expect(state.context.hidden).toBe(true);
    expect(refusal(state, hidden)).toBe('该救援单已删除');
  });
  it('takes notes in every state, and further calls while open', () => {
    const stages = [
      [raised],
      [raised, accepted],
      [raised, accepted, dispatched],
      [raised, accepted, arrived],
      [raised, accepted, arrived, released],
    ];
    for (const events of stages) {
      expect(can(fold(...events), fact('rescue.noted'))).toBe(true);
      expect(can(fold(...events), fact('rescue.joined', { actor: device }))).toBe(true);
    }
    expect(fold(raised, fact('rescue.joined'), fact('rescue.joined')).context.joinedCount).toBe(2);
    expect(can(fold(raised, accepted, completed), fact('rescue.noted'))).toBe(true);
    expect(can(fold(raised, accepted, completed), fact('rescue.joined', { actor: device }))).toBe(false);
  });
});

describe('handing over', () => {
  const toLi = { toUserId: 2, toUserName: '李娜' };
  const offered = fact('rescue.handOverOffered', { data: toLi, atMs: t0 + minuteMs });
  const taken = fact('rescue.handOverAccepted', { actor: li, atMs: t0 + minuteMs + 20_000 });
  const expired = fact('rescue.handOverExpired', { actor: system, atMs: t0 + 2 * minuteMs });

  it('is offered by its claimer and by supervisors', () => {
    const state = fold(raised, accepted);
    expect(can(state, offered)).toBe(true);
    expect(can(state, { ...offered, actor: chief })).toBe(true);
    expect(refusal(state, { ...offered, actor: li })).toBe('只有 张伟 或督办人员可以转交该救援单');
    expect(refusal(state, fact('rescue.handOverOffered', { data: { toUserId: 1, toUserName: '张伟' } }))).toContain(
      '请选择其他人',
    );
  });
  it('leaves the call with its giver until the receiver accepts', () => {
    const waiting = fold(raised, accepted, offered);
    expect(waiting.context.claimer).toEqual({ id: 1, name: '张伟' });
    expect(can(waiting, dispatched)).toBe(true);
    expect(can(waiting, { ...taken, actor: zhang })).toBe(false);
    const state = rescueLifecycle.apply(waiting, taken);
    expect(state.context.claimer).toEqual({ id: 2, name: '李娜' });
    expect(refusal(state, fact('rescue.accepted', { actor: chief }))).toBe('李娜 已受理');
    expect(refusal(state, taken)).toBe('转交已失效，该救援单由 李娜 负责');
    // The receiver has the whole five minutes.
    expect(rescueLifecycle.deadlines(state)).toContainEqual({
      kind: 'lapse',
      dueAtMs: taken.receivedAtMs + 5 * minuteMs,
    });
  });
  it('that no one answers for a minute is over, and the call stays where it is', () => {
    const waiting = fold(raised, accepted, offered);
    expect(rescueLifecycle.deadlines(waiting)).toContainEqual({ kind: 'handOver', dueAtMs: expired.receivedAtMs });
    expect(can(waiting, { ...expired, receivedAtMs: expired.receivedAtMs - 1 })).toBe(false);
    const state = rescueLifecycle.apply(waiting, expired);
    expect(state.context).toMatchObject({ claimer: { id: 1 }, handOver: { to: { id: 2 }, outcome: 'expired' } });
    expect(can(state, taken)).toBe(false);
    expect(rescueLifecycle.deadlines(state).map(({ kind }) => kind)).not.toContain('handOver');
  });
  it('that is declined stays too, and may be offered to another', () => {
    const state = fold(raised, accepted, offered, fact('rescue.handOverDeclined', { actor: li }));
    expect(state.context).toMatchObject({ claimer: { id: 1 }, handOver: { outcome: 'declined' } });
    expect(can(state, offered)).toBe(true);
  });
  it('may be offered to someone else meanwhile, but not twice to the same', () => {
    const state = fold(raised, accepted, offered);
    expect(refusal(state, offered)).toBe('正在等待 李娜 接收，请稍候');
    const toZhao = fact('rescue.handOverOffered', { data: { toUserId: 9, toUserName: '赵敏' } });
    expect(can(rescueLifecycle.apply(state, toZhao), taken)).toBe(false);
  });
  it('ends with the claim: a call that rings again is offered to no one', () => {
    const left = fact('rescue.claimLapsed', { actor: system, atMs: t0 + 90_000, data: { cause: 'claimerLeft' } });
    const state = fold(raised, accepted, offered, left);
    expect(rescueStage(state)).toBe('pending');
    expect(refusal(state, taken)).toBe('转交已失效，该救援单正在重新振铃，请受理');
  });
  it('that was stored before hand-overs were offered still folds', () => {
    const before = fact('rescue.handedOver', {
      actor: { kind: 'user', id: 3, name: '王主任', roleType: 5 },
      data: toLi,
      atMs: t0 + minuteMs,
    });
    const state = fold(raised, accepted, before);
    expect(state.context.claimer).toEqual({ id: 2, name: '李娜' });
    expect(rescueLifecycle.deadlines(state)).toContainEqual({ kind: 'lapse', dueAtMs: t0 + 6 * minuteMs });
  });
});

const lapsesAtMs = (state: RescueSnapshot) =>
  rescueLifecycle.deadlines(state).find(({ kind }) => kind === 'lapse')?.dueAtMs;

describe('a claim without progress', () => {
  it('lapses after five minutes, and the call rings again from the bottom of the ladder', () => {
    const escalated = fact('rescue.escalated', {
      actor: system,
      atMs: t0 + minuteMs,
      data: { level: 1, reason: 'unanswered' },
    });
    const accept = fact('rescue.accepted', { atMs: t0 + 2 * minuteMs });
    expect(rescueLifecycle.deadlines(fold(raised, escalated, accept))[0]).toEqual({
      kind: 'lapse',
      dueAtMs: t0 + 7 * minuteMs,
    });
    const state = fold(raised, escalated, accept, { ...lapsed, receivedAtMs: t0 + 7 * minuteMs });
    expect(rescueStage(state)).toBe('pending');
    expect(state.context.claimer).toBeNull();
    expect(rescueLifecycle.deadlines(state)).toEqual([
      { kind: 'escalate', dueAtMs: t0 + 8 * minuteMs, data: { level: 1 } },
      { kind: 'arrive', dueAtMs: t0 + 30 * minuteMs },
    ]);
  });
  it('does not lapse early, nor by a person, nor once help was dispatched', () => {
    expect(can(fold(raised, accepted), { ...lapsed, receivedAtMs: lapsed.receivedAtMs - 1 })).toBe(false);
    expect(can(fold(raised, accepted), { ...lapsed, actor: chief })).toBe(false);
    expect(can(fold(raised, accepted, dispatched), lapsed)).toBe(false);
  });
  it('lapses at once when the claimer is gone', () => {
    expect(
      can(
        fold(raised, accepted),
        fact('rescue.claimLapsed', { actor: system, atMs: t0 + 20_000, data: { cause: 'claimerLeft' } }),
      ),
    ).toBe(true);
  });
  it('has five minutes more when its claimer asks, at most twice', () => {
    const more = fact('rescue.extended', { atMs: t0 + 5 * minuteMs });
    const once = fold(raised, accepted, more);
    expect(lapsesAtMs(once)).toBe(t0 + 10_000 + 10 * minuteMs);
    expect(can(once, lapsed)).toBe(false);
    const twice = rescueLifecycle.apply(once, more);
    expect(lapsesAtMs(twice)).toBe(t0 + 10_000 + 15 * minuteMs);
    expect(refusal(twice, more)).toBe('已延长 2 次，不能再延长；请派出救援或转交');
    expect(refusal(fold(raised, accepted), { ...more, actor: li })).toBe('只有 张伟 可以延长');
    expect(can(fold(raised, accepted, dispatched), more)).toBe(false);
    // A note is progress, and takes nothing of what was asked for.
    expect(lapsesAtMs(rescueLifecycle.apply(once, fact('rescue.noted', { atMs: t0 + 5 * minuteMs + 1_000 })))).toBe(
      lapsesAtMs(once),
    );
    expect(lapsesAtMs(rescueLifecycle.apply(once, fact('rescue.noted', { atMs: t0 + 8 * minuteMs })))).toBe(
      t0 + 13 * minuteMs,
    );
  });
  it('has no more time for being handed over and back; only a claim after a lapse begins with two extensions again', () => {
    const at = (type: RescueEventType, atMinute: number, actor: Actor, data: object = {}) =>
      fact(type, { actor, atMs: t0 + atMinute * minuteMs, data });
    const passOn = (atMinute: number, from: Actor, to: Actor) => [
      at('rescue.handOverOffered', atMinute, from, { toUserId: to.id, toUserName: to.name }),
      at('rescue.handOverAccepted', atMinute, to),
    ];
    const extendedOnce = [raised, accepted, at('rescue.extended', 1, zhang)];
    const withLi = fold(...extendedOnce, ...passOn(2, zhang, li));
    // What is left of the time that was asked for goes with the call.
    expect(lapsesAtMs(withLi)).toBe(t0 + 10_000 + 10 * minuteMs);
    const extendedTwice = [...extendedOnce, ...passOn(2, zhang, li), at('rescue.extended', 3, li)];
    expect(can(fold(...extendedOnce, ...passOn(2, zhang, li)), at('rescue.extended', 3, li))).toBe(true);
    expect(refusal(fold(...extendedTwice), at('rescue.extended', 4, li))).toContain('已延长 2 次');
    const backWithZhang = [...extendedTwice, ...passOn(4, li, zhang)];
    expect(refusal(fold(...backWithZhang), at('rescue.extended', 5, zhang))).toContain('已延长 2 次');
    // Late in the claim the receiver still has the five minutes of every claim.
    expect(lapsesAtMs(fold(...backWithZhang, ...passOn(14, zhang, li)))).toBe(t0 + 19 * minuteMs);
    const again = fold(...backWithZhang, at('rescue.claimLapsed', 40, system), at('rescue.accepted', 41, li));
    expect(can(again, at('rescue.extended', 42, li))).toBe(true);
  });
  it('names whose claim it was, until someone accepts again', () => {
    const state = fold(raised, accepted, lapsed);
    expect(state.context.lapsedClaim).toEqual({ id: 1, name: '张伟', cause: 'noProgress' });
    const again = rescueLifecycle.apply(state, fact('rescue.accepted', { actor: li, atMs: t0 + 7 * minuteMs }));
    expect(again.context.lapsedClaim).toBeNull();
  });
  it('taken by telephone does not ask for a page of the platform, only for progress', () => {
    const byPhone = fold(raised, fact('rescue.accepted', { atMs: t0 + 10_000, data: { via: 'phone' } }));
    const left = fact('rescue.claimLapsed', { actor: system, atMs: t0 + 20_000, data: { cause: 'claimerLeft' } });
    expect(can(byPhone, left)).toBe(false);
    expect(can(byPhone, lapsed)).toBe(true);
  });
  it("is kept alive by the claimer's notes, not by someone else's", () => {
    const [own, foreign] = [zhang, li].map((actor) => fact('rescue.noted', { actor, atMs: t0 + 4 * minuteMs }));
    if (own === undefined || foreign === undefined) throw new Error('two notes');
    expect(can(fold(raised, accepted, own), lapsed)).toBe(false);
    expect(can(fold(raised, accepted, foreign), lapsed)).toBe(true);
  });
  it('counts the first accept only: no new three minutes after a lapse', () => {
    const state = fold(raised, accepted, lapsed);
    expect(state.context.firstAcceptedAtMs).toBe(t0 + 10_000);
    expect(rescueLifecycle.deadlines(state).map(({ kind }) => kind)).toEqual(['escalate', 'arrive']);
    expect(can(state, missed('respond', t0 + 60 * minuteMs))).toBe(false);
  });
});

describe('deadlines', () => {
  it('of a new call are the next level, the response and the arrival', () => {
    expect(rescueLifecycle.deadlines(fold(raised))).toEqual([
      { kind: 'escalate', dueAtMs: t0 + 60_000, data: { level: 1 } },
      { kind: 'respond', dueAtMs: t0 + 3 * minuteMs },
      { kind: 'arrive', dueAtMs: t0 + 30 * minuteMs },
    ]);
  });
  it('climb the ladder at 60, 120 and 300 seconds, each level once', () => {
    let state = fold(raised);
    const dueAtMs: number[] = [];
    for (;;) {
      const deadline = rescueLifecycle.deadlines(state).find(({ kind }) => kind === 'escalate');
      const draft = deadline && rescueLifecycle.eventForDeadline(deadline);
      if (deadline === undefined || draft === undefined) break;
      dueAtMs.push(deadline.dueAtMs - t0);
      const told = { actor: system, atMs: deadline.dueAtMs, receivedAtMs: deadline.dueAtMs };
      const event = rescueLifecycle.parseEvent({ ...draft, ...told });
      expect(can(state, { ...event, receivedAtMs: deadline.dueAtMs - 1 })).toBe(false);
      state = rescueLifecycle.apply(state, event);
      expect(refusal(state, event)).toBe('这一轮通知已发出，无需重复通知');
    }
    expect(dueAtMs).toEqual([60_000, 120_000, 300_000]);
    expect(refusal(state, fact('rescue.escalated', { data: { level: 4, reason: 'byHand' } }))).toBe(
      '各轮通知均已发出，请直接电话联系',
    );
  });
  it('let the ladder start at its next level immediately when no console can sound', () => {
    const atOnce = fact('rescue.escalated', { actor: system, data: { level: 1, reason: 'noConsoleArmed' } });
    expect(rescueLifecycle.deadlines(fold(raised, atOnce))[0]).toEqual({
      kind: 'escalate',
      dueAtMs: t0 + 120_000,
      data: { level: 2 },
    });
    expect(can(fold(raised), { ...atOnce, actor: zhang })).toBe(false);
  });
  it('stop the ladder once claimed; a person may still call for the next level', () => {
    const byHand = fact('rescue.escalated', { data: { level: 2, reason: 'byHand' } });
    expect(can(fold(raised, accepted), byHand)).toBe(true);
    expect(can(fold(raised, accepted, dispatched), byHand)).toBe(true);
    expect(
      can(
        fold(raised, accepted),
        fact('rescue.escalated', { actor: system, atMs: t0 + minuteMs, data: { level: 1, reason: 'unanswered' } }),
      ),
    ).toBe(false);
  });
  it('missed show 3 only while the step is outstanding, and stay overdue forever', () => {
    const late = missed('respond', t0 + 3 * minuteMs);
    const lateAccept = fact('rescue.accepted', { atMs: t0 + 4 * minuteMs });
    expect(rescueLifecycle.statusIndex(fold(raised, late))).toBe(3);
    expect(rescueLifecycle.statusIndex(fold(raised, late, lateAccept))).toBe(1);
    const state = fold(raised, late, lateAccept, completed);
    expect(rescueLifecycle.statusIndex(state)).toBe(2);
    expect(isRescueOverdue(state)).toBe(true);
  });
  it('count the arrival, not the release', () => {
    const late = missed('arrive', t0 + 30 * minuteMs);
    expect(rescueLifecycle.statusIndex(fold(raised, accepted, dispatched, late))).toBe(3);
    expect(rescueLifecycle.statusIndex(fold(raised, accepted, dispatched, late, arrived))).toBe(1);
    expect(can(fold(raised, accepted, arrived), late)).toBe(false);
    expect(rescueLifecycle.deadlines(fold(raised, accepted, arrived))).toEqual([]);
    expect(rescueLifecycle.statusIndex(fold(raised, late))).toBe(3);
  });
  it('are 60 minutes outside a city area', () => {
    const rural = fact('rescue.raised', { actor: device, data: { arriveLimitMinutes: 60 } });
    expect(rescueLifecycle.deadlines(fold(rural))).toContainEqual({ kind: 'arrive', dueAtMs: t0 + 60 * minuteMs });
  });
  it('pass once, when due, and only by the clock', () => {
    const late = missed('respond', t0 + 3 * minuteMs);
    expect(can(fold(raised), missed('respond', t0 + 3 * minuteMs - 1))).toBe(false);
    expect(can(fold(raised), { ...late, actor: chief })).toBe(false);
    expect(can(fold(raised, late), late)).toBe(false);
    expect(rescueLifecycle.deadlines(fold(raised, late)).map(({ kind }) => kind)).toEqual(['escalate', 'arrive']);
  });
  it('become the events of their kinds', () => {
    const events = ['respond', 'arrive', 'lapse', 'escalate', 'shelf'].map((kind) =>
      rescueLifecycle.eventForDeadline({ kind, dueAtMs: 0, data: { level: 2 } }),
    );
    expect(events).toEqual([
      { type: 'rescue.deadlinePassed', data: { kind: 'respond' } },
      { type: 'rescue.deadlinePassed', data: { kind: 'arrive' } },
      { type: 'rescue.claimLapsed', data: { cause: 'noProgress' } },
      { type: 'rescue.escalated', data: { level: 2, reason: 'unanswered' } },
      undefined,
    ]);
  });
});

describe('what the desk offers', () => {
  it('is what the machine allows this person now', () => {
    expect(rescueLifecycle.allowedActions(fold(raised), zhang)).toEqual([
      'rescue.joined',
      'rescue.accepted',
      'rescue.escalated',
      'rescue.noted',
    ]);
    expect(rescueLifecycle.allowedActions(fold(raised, accepted), li)).not.toContain('rescue.handOverOffered');
    expect(rescueLifecycle.allowedActions(fold(raised, accepted), zhang)).toContain('rescue.handOverOffered');
    expect(rescueLifecycle.allowedActions(fold(raised, accepted, arrived), zhang)).toContain('rescue.released');
  });
  it('never contains what only the clock may do', () => {
    for (const events of [[raised], [raised, accepted], [raised, accepted, dispatched]]) {
      const actions = rescueLifecycle.allowedActions(fold(...events), chief);
      expect(actions).not.toContain('rescue.claimLapsed');
      expect(actions).not.toContain('rescue.deadlinePassed');
      expect(actions).not.toContain('rescue.raised');
    }
  });
});

describe('a race', () => {
  const dispatchers: Actor[] = Array.from({ length: 20 }, (_, index) => ({
    kind: 'user',
    id: index + 1,
    name: `调度员${index + 1}`,
    roleType: 2,
    supervises: false,
  }));

  it('of 20 dispatchers has exactly one winner in any order, and tells every loser who', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(dispatchers, { minLength: 2 }), (order) => {
        let state = fold(raised);
        const told: string[] = [];
        for (const actor of order) {
          const event = fact('rescue.accepted', { actor, atMs: t0 + 1_000 });
          if (rescueLifecycle.can(state, event)) state = rescueLifecycle.apply(state, event);
          else told.push(rescueLifecycle.explainRefusal(state, event));
        }
        expect(state.context.claimer).toEqual({ id: order[0]?.id, name: order[0]?.name });
        expect(told).toEqual(order.slice(1).map(() => `${order[0]?.name} 已受理`));
      }),
      { numRuns: 500 },
    );
  });

  it('of anything against anything never leaves the rules', () => {
    const actors = [...dispatchers.slice(0, 3), chief, device, system];
    const attempt = fc.record({
      index: fc.nat(40),
      actor: fc.constantFrom(...actors),
      afterMs: fc.nat(10 * minuteMs),
    });
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 60 }), (attempts) => {
        let state = fold(raised);
        let atMs = t0;
        let accepts = 0;
        let breaches = 0;
        for (const { index, actor, afterMs } of attempts) {
          atMs += afterMs;
          const events = rescueLifecycle.examples(state, actor, atMs);
          const event = events[index % events.length];
          if (event === undefined || !rescueLifecycle.can(state, event)) continue;
          const wasClosed = rescueLifecycle.isClosed(state);
          const before = state;
          state = rescueLifecycle.apply(state, event);
          // No one takes a call that someone has.
          if (event.type === 'rescue.accepted') {
            accepts += 1;
            expect(before.context.claimer).toBeNull();
          }
          // A closed order stays closed, a breach stays recorded until help turns out to have come in time, the first
          // accept stays the first.
          if (wasClosed) expect(rescueLifecycle.isClosed(state)).toBe(true);
          if (wasClosed && event.type !== 'rescue.corrected') expect(state.value).toEqual(before.value);
          if (event.type !== 'rescue.arrived') expect(state.context.breaches.length).toBeGreaterThanOrEqual(breaches);
          breaches = state.context.breaches.length;
          if (before.context.firstAcceptedAtMs !== null)
            expect(state.context.firstAcceptedAtMs).toBe(before.context.firstAcceptedAtMs);
          // Someone has it exactly while it is in rescue or was finished by them.
          if (rescueStage(state) === 'pending') expect(state.context.claimer).toBeNull();
          if (state.matches('rescuing')) expect(state.context.claimer).not.toBeNull();
          if (rescueLifecycle.isClosed(state)) expect(rescueLifecycle.deadlines(state)).toEqual([]);
          expect(new Set(state.context.breaches).size).toBe(state.context.breaches.length);
          // The kept snapshot decides as the folded one.
          const restored = rescueLifecycle.fromJson(rescueLifecycle.toJson(state));
          expect(rescueLifecycle.allowedActions(restored, actor)).toEqual(rescueLifecycle.allowedActions(state, actor));
        }
        expect(accepts === 0).toBe(state.context.firstAcceptedAtMs === null);
      }),
      { numRuns: 200 },
    );
  });
});
