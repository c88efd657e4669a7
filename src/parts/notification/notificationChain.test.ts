import { expect, test } from 'vitest';
import { notificationStates, notifyChannelLabels, type NotifyChannel } from '../../contract/notificationWords.ts';
import { chainOf, chainWords, notificationTag } from './notificationChain.ts';

const marksOf = (...parts: Parameters<typeof chainOf>) => chainOf(...parts).map(({ mark }) => mark);

test('a call that was picked up has passed every stage but the key', () => {
  expect(chainWords(chainOf({ channel: 'voice', state: 'answered', attempts: 1 }))).toBe(
    '排队中（已完成） → 发送中（已完成） → 渠道已受理（已完成） → 已送达（已完成） → 已接听或已读（已完成） → 已确认（未到）',
  );
});

test('a text message that was delivered has nothing ahead: its channel reports no reading', () => {
  expect(marksOf({ channel: 'sms', state: 'delivered', attempts: 1 })).toEqual(Array(4).fill('reached'));
  expect(marksOf({ channel: 'sms', state: 'acknowledged', attempts: 1 })).toEqual(Array(6).fill('reached'));
});

test('a robot reports no delivery', () => {
  expect(marksOf({ channel: 'wecom', state: 'accepted', attempts: 1 })).toEqual(Array(3).fill('reached'));
});

test('what interrupts a notification stands where it happened', () => {
  expect(marksOf({ channel: 'sms', state: 'retrying', attempts: 2 })).toEqual([
    'reached',
    'reached',
    'waiting',
    'ahead',
  ]);
  expect(marksOf({ channel: 'sms', state: 'unknown', attempts: 1 })[2]).toBe('doubtful');
  expect(marksOf({ channel: 'wecom', state: 'givenUp', attempts: 0 })).toEqual(['reached', 'failed', 'ahead']);
  expect(marksOf({ channel: 'voice', state: 'cancelled', attempts: 0 })[1]).toBe('stopped');
});

const channels = Object.keys(notifyChannelLabels).filter((name): name is NotifyChannel => name in notifyChannelLabels);

test('every state of every channel has its chain, and its own word in it', () => {
  for (const channel of channels)
    for (const state of notificationStates)
      expect(chainOf({ channel, state, attempts: 1 }).map(({ label }) => label)).toContain(
        notificationTag(state).label,
      );
});
