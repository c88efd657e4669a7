import { assign, setup, type SnapshotFrom } from 'xstate';
import * as z from 'zod';
import type { AnnouncementEvent } from '../contract/events/announcement.ts';
import { isByPerson, isBySystem, isSystem } from './actors.ts';
import { typed } from './typed.ts';

/** Facts for the next decision about a notice. */
export const announcementContextSchema = z.object({
  fromMs: z.number(),
  untilMs: z.number(),
  /** The pages in cars that said that they show it. */
  shownNum: z.number().int(),
});
export type AnnouncementContext = z.infer<typeof announcementContextSchema>;

interface GuardArgs {
  readonly context: AnnouncementContext;
  readonly event: AnnouncementEvent;
}

const startsAtOnce = ({ event }: GuardArgs): boolean =>
  event.type === 'announcement.sent' && isByPerson({ event }) && event.data.fromMs <= event.receivedAtMs;
const hasBegun = ({ context, event }: GuardArgs): boolean =>
  isSystem(event.actor) && event.receivedAtMs >= context.fromMs;
const isOver = ({ context, event }: GuardArgs): boolean =>
  isSystem(event.actor) && event.receivedAtMs >= context.untilMs;

const isShownByCabin = { guard: 'isByCabin', actions: 'countShown' } as const;
const recalled = { target: 'recalled', guard: 'isByPerson' } as const;

/** One notice to the people of a community, from its sending. */
export const announcementMachine = setup({
  types: { context: typed<AnnouncementContext>(), events: typed<AnnouncementEvent>() },
  guards: {
    startsAtOnce,
    hasBegun,
    isOver,
    isByPerson,
    isBySystem,
    /** The page in a car signs in as a user of its own. */
    isByCabin: isByPerson,
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'announcement.sent' ? { fromMs: event.data.fromMs, untilMs: event.data.untilMs } : context,
    ),
    countShown: assign(({ context }) => ({ shownNum: context.shownNum + 1 })),
  },
}).createMachine({
  id: 'announcement',
  context: { fromMs: 0, untilMs: 0, shownNum: 0 },
  initial: 'unsent',
  states: {
    unsent: {
      description: '尚未发送。',
      on: {
        'announcement.sent': [
          { target: 'showing', guard: 'startsAtOnce', actions: 'open' },
          { target: 'waiting', guard: 'isByPerson', actions: 'open' },
        ],
      },
    },
    waiting: {
      description: '已发送，到开始日期才展示和通知；可撤回。',
      on: {
        'announcement.begun': { target: 'showing', guard: 'hasBegun' },
        'announcement.recalled': recalled,
      },
    },
    showing: {
      description: '轿厢屏幕正在展示，人员已通知；可撤回。',
      on: {
        'announcement.shown': isShownByCabin,
        'announcement.recalled': recalled,
        'announcement.expired': { target: 'expired', guard: 'isOver' },
      },
    },
    expired: { description: '已过有效期，不再展示。' },
    recalled: { description: '已撤回，屏幕不再展示。' },
  },
});

export type AnnouncementSnapshot = SnapshotFrom<typeof announcementMachine>;
