import { describe, expect, it } from 'vitest';
import { FrameOrder, positionToCome } from './framePlaces.ts';
import { Announcement, framesIn, pingFrame, textFrame } from './frames.ts';
import { announcementFor, mostMissedEvents, RecentPushes, type PositionedPushes } from './recentPushes.ts';
import type { Push } from './push.ts';
import { examplePrincipal, scopeOf } from '../../tests/support/examplePrincipal.ts';
import { changeFixture } from '../../src/contract/fixtures/pushFixtures.ts';

const responsibility = { areaId: 2, communityId: 11, brandId: 201, propertyId: 301, maintenanceId: 401 };
const push = (orderId: number, more: Partial<Push> = {}): Push => ({
  event: changeFixture('rescue.noted', { id: orderId }),
  audience: { kind: 'responsible', permission: 'rescue.view', responsibilities: [responsibility] },
  ...more,
});
const person = examplePrincipal({
  userId: 7,
  permissions: new Set(['rescue.view'] as const),
  scope: scopeOf({ communityIds: [11] }),
});

const order = (monotonicMs = 0) => new FrameOrder({ monotonicMs: () => monotonicMs });

describe('frames as bytes', () => {
  it.each([0, 1, 60, 100, 124, 125, 126, 1_000, 65_000, 65_535, 65_536, 200_000])(
    'a text of %i characters is one whole, unmasked text frame',
    (length) => {
      const text = `梯${'x'.repeat(length)}`;
      const frame = textFrame({ text });
      const announced =
        frame[1] === 127
          ? Number(frame.readBigUInt64BE(2))
          : frame[1] === 126
            ? frame.readUInt16BE(2)
            : (frame[1] ?? 0);
      const payload = frame.subarray(frame.length - announced);
      expect(frame[0]).toBe(0x81);
      expect(frame.length - announced).toBe(announced < 126 ? 2 : announced < 65_536 ? 4 : 10);
      expect(JSON.parse(payload.toString('utf8'))).toEqual({ text });
    },
  );

  it('are told apart again where a library is to write them', () => {
    const texts = ['a', 'x'.repeat(200), 'x'.repeat(70_000)];
    const bytes = Buffer.concat([...texts.map((text) => textFrame({ text })), pingFrame, textFrame({ text: 'last' })]);
    expect([...framesIn(bytes)].map((one) => (one === undefined ? 'ping' : String(one)))).toEqual([
      ...texts.map((text) => JSON.stringify({ text })),
      'ping',
      JSON.stringify({ text: 'last' }),
    ]);
  });

  it('are made once, and say nothing to a spec-only client without a text', () => {
    const silent = new Announcement(push(1), 'e', 'sealed');
    expect(silent.bytesFor('spec', order())).toBeUndefined();
    const reminder = new Announcement(push(1), 'e');
    expect(reminder.bytesFor('ours', order())).toBe(reminder.bytesFor('ours', order()));
    const ringing = new Announcement(push(1, { text: 'new_rescue_order:1' }), 'e', 'sealed');
    expect(ringing.bytesFor('spec', order())?.subarray(2).toString()).toBe('{"text":"new_rescue_order:1"}');
  });

  it('go out at a position of each order, whatever digits they hold themselves', () => {
    const title = `${positionToCome} 困人`;
    const named = new Announcement(
      push(1, { event: { kind: 'notice.raised', noticeId: positionToCome, title } }),
      'e',
      'sealed',
    );
    const [one, other] = [order(7), order(900)];
    const sent = [one, one, other].map((of): unknown => {
      const bytes = named.bytesFor('ours', of);
      return JSON.parse((bytes ?? Buffer.alloc(0)).subarray(4).toString());
    });
    const event = { kind: 'notice.raised', noticeId: positionToCome, title };
    expect(sent).toEqual(
      [7_000, 7_001, 900_000].map((after) => ({
        position: positionToCome + after,
        epoch: 'e',
        event,
        resume: 'sealed',
      })),
    );
  });
});

const entry = (position: number): PositionedPushes => ({
  position,
  announcements: [new Announcement(push(position), 'e', 'sealed')],
});
const positionsAfter = (recent: RecentPushes, position: number) =>
  recent.after(position).map((known) => known.position);

describe('recent pushes', () => {
  it('are returned from any position that they cover, even if events had no push', () => {
    const recent = new RecentPushes(10);
    recent.add([entry(12), entry(15)], 17);
    expect(recent.head).toBe(17);
    expect([9, 10, 13].map((position) => recent.covers(position))).toEqual([false, true, true]);
    expect(positionsAfter(recent, 10)).toEqual([12, 15]);
    expect(positionsAfter(recent, 12)).toEqual([15]);
    expect(positionsAfter(recent, 16)).toEqual([]);
  });

  it('goes back to before the start once the older part was read', () => {
    const recent = new RecentPushes(10);
    recent.add([entry(11)], 12);
    recent.addOlder([entry(3), entry(10)], 0);
    expect(recent.covers(0)).toBe(true);
    expect(positionsAfter(recent, 2)).toEqual([3, 10, 11]);
  });

  it('forgets what is more than 5,000 events ago, and keeps the rest', () => {
    const recent = new RecentPushes(0);
    for (let position = 1; position <= 3 * mostMissedEvents; position += 1) recent.add([entry(position)], position);
    expect(recent.covers(2 * mostMissedEvents)).toBe(true);
    expect(recent.covers(2 * mostMissedEvents - 1)).toBe(false);
    expect(positionsAfter(recent, 2 * mostMissedEvents)).toHaveLength(mostMissedEvents);
  });
});

describe('one event is at most one frame', () => {
  it('the first that is meant for the person', () => {
    const [first, second] = [
      new Announcement(
        push(1, { audience: { kind: 'responsible', permission: 'rescue.answer', responsibilities: [responsibility] } }),
        'e',
        'sealed',
      ),
      new Announcement(push(1), 'e', 'sealed'),
    ];
    expect(announcementFor([first, second], person)).toBe(second);
    expect(
      announcementFor([first, second], { ...person, permissions: new Set(['rescue.view', 'rescue.answer']) }),
    ).toBe(first);
    expect(
      announcementFor([first, second], {
        ...person,
        scope: {
          kind: 'organizations',
          areaIds: [9],
          communityIds: [],
          brandIds: [],
          propertyIds: [],
          maintenanceIds: [],
        },
      }),
    ).toBeUndefined();
    const named = new Announcement(push(1, { audience: { kind: 'users', userIds: [7] } }), 'e', 'sealed');
    expect(announcementFor([named], person)).toBe(named);
    expect(announcementFor([named], { ...person, userId: 8 })).toBeUndefined();
  });
});
