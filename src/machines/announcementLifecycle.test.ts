import { expect, it } from 'vitest';
import type { AnnouncementEvent } from '../contract/events/announcement.ts';
import { announcementLifecycle, announcementStageOf } from './announcementLifecycle.ts';
import type { AnnouncementSnapshot } from './announcementMachine.ts';
import { exampleAtMs, exampleSystem, exampleUser } from './stories/representativeEvents.ts';

const dayMs = 86_400_000;
const untilMs = exampleAtMs + 3 * dayMs;

const event = (type: AnnouncementEvent['type'], atMs: number, data: object = {}, actor = exampleUser) =>
  announcementLifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs: atMs });
const sent = (fromMs: number): AnnouncementSnapshot => {
  const initial = announcementLifecycle.initial();
  const { data } = announcementLifecycle.example(initial, 'announcement.sent', exampleUser, exampleAtMs);
  return announcementLifecycle.apply(
    initial,
    event('announcement.sent', exampleAtMs, { ...Object(data), fromMs, untilMs }),
  );
};
const recall = (atMs: number) => event('announcement.recalled', atMs, { reason: '内容有误', commands: [] });

it('goes out at once on its first day, and else waits for it', () => {
  expect(announcementStageOf(sent(exampleAtMs))).toBe('showing');
  const waiting = sent(exampleAtMs + dayMs);
  expect(announcementStageOf(waiting)).toBe('waiting');
  expect(announcementLifecycle.deadlines(waiting)).toEqual([{ kind: 'begin', dueAtMs: exampleAtMs + dayMs }]);
});

it('ends with its last day, and what is over is not recalled', () => {
  const showing = sent(exampleAtMs);
  expect(announcementLifecycle.deadlines(showing)).toEqual([{ kind: 'expire', dueAtMs: untilMs }]);
  const over = announcementLifecycle.apply(showing, event('announcement.expired', untilMs, {}, exampleSystem));
  expect(announcementLifecycle.can(over, recall(untilMs))).toBe(false);
  expect(announcementLifecycle.explainRefusal(over, recall(untilMs))).toBe('该公告已到期，无需撤回');
});

it('is never edited: a second sending of it is refused, and says what to do', () => {
  const showing = sent(exampleAtMs);
  const again = announcementLifecycle.example(showing, 'announcement.sent', exampleUser, exampleAtMs);
  expect(announcementLifecycle.can(showing, again)).toBe(false);
  expect(announcementLifecycle.explainRefusal(showing, again)).toContain('请新建一条再发送');
});

it('is recalled by a person, before it begins and while it is shown', () => {
  for (const state of [sent(exampleAtMs + dayMs), sent(exampleAtMs)]) {
    expect(announcementLifecycle.can(state, recall(exampleAtMs))).toBe(true);
    expect(announcementLifecycle.can(state, { ...recall(exampleAtMs), actor: exampleSystem })).toBe(false);
  }
});
