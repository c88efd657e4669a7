import {
  announcementEvents,
  announcementStateLabels,
  announcementSteps,
  type AnnouncementEvent,
  type AnnouncementState,
} from '../contract/events/announcement.ts';
import type { StatusIndex } from '../contract/labels.ts';
import { announcementContextSchema, announcementMachine, type AnnouncementSnapshot } from './announcementMachine.ts';
import { exampleResponsible } from './exampleResponsible.ts';
import { defineLifecycle, type Deadline, type EventDraft, type EventWords, type ExampleData } from './lifecycle.ts';

/** The state as the contract names it; undefined before it was sent. */
export const announcementStageOf = ({ value }: AnnouncementSnapshot): AnnouncementState | undefined =>
  value === 'unsent' ? undefined : value;

const indexes: Readonly<Record<AnnouncementState, StatusIndex>> = { waiting: 0, showing: 1, expired: 2, recalled: 2 };

function statusIndex(state: AnnouncementSnapshot): StatusIndex {
  const stage = announcementStageOf(state);
  return stage === undefined ? 0 : indexes[stage];
}

function describeState(state: AnnouncementSnapshot): string {
  const stage = announcementStageOf(state);
  return stage === undefined ? '尚未发送' : announcementStateLabels[stage];
}

function deadlines(state: AnnouncementSnapshot): readonly Deadline[] {
  const { fromMs, untilMs } = state.context;
  if (state.matches('waiting')) return [{ kind: 'begin', dueAtMs: fromMs }];
  return state.matches('showing') ? [{ kind: 'expire', dueAtMs: untilMs }] : [];
}

function eventForDeadline({ kind }: Deadline): EventDraft | undefined {
  if (kind === 'begin') return { type: 'announcement.begun', data: {} };
  return kind === 'expire' ? { type: 'announcement.expired', data: {} } : undefined;
}

function explainRefusal(state: AnnouncementSnapshot, event: AnnouncementEvent): string {
  const stage = announcementStageOf(state);
  if (stage === undefined)
    return event.type === 'announcement.sent' ? '物业公告须由人员发送' : '该公告不存在，请刷新后重试';
  const label = announcementStateLabels[stage];
  switch (event.type) {
    case 'announcement.sent':
      return '该公告已发送，不能再改；内容有变请新建一条再发送';
    case 'announcement.recalled':
      return stage === 'waiting' || stage === 'showing' ? '须由人员撤回' : `该公告${label}，无需撤回`;
    case 'announcement.shown':
      return stage === 'showing' ? '只有轿厢屏可以报告已展示' : `该公告${label}，展示回执未采用`;
    default:
      return `该公告${label}，不能记录“${announcementSteps[event.type].label}”`;
  }
}

/** Returns the words of an event for the notice's record. */
function describeEvent(event: AnnouncementEvent): EventWords {
  const title = announcementSteps[event.type].label;
  switch (event.type) {
    case 'announcement.sent':
      return { title, detail: `屏幕 ${event.data.screens.length} 块，人员 ${event.data.members.length} 人` };
    case 'announcement.recalled':
      return { title, detail: event.data.reason };
    default:
      return { title, detail: '' };
  }
}

/** A notice to the people of a community, from its sending: streams `announcement-<id>`. */
export const announcementLifecycle = defineLifecycle({
  name: 'announcement',
  title: '物业公告',
  streamPrefix: 'announcement',
  machine: announcementMachine,
  contextSchema: announcementContextSchema,
  schemas: announcementEvents,
  steps: announcementSteps,
  moments: ['fromMs', 'untilMs'],
  statusIndex,
  describeState,
  describeEvent,
  deadlines,
  eventForDeadline,
  isClosed: (state) => state.matches('expired') || state.matches('recalled'),
  explainRefusal,
  exampleData: (_state, receivedAtMs): ExampleData<typeof announcementEvents> => {
    const sent = {
      announcementId: 1,
      noticeId: 1,
      title: '电梯定期检验公告',
      content: '检验期间各梯依次停用约一小时。',
      kind: 'inspection' as const,
      fromMs: receivedAtMs,
      untilMs: receivedAtMs + 86_400_000,
      screens: [{ elevatorId: 1, tag: 'DT-0001', deviceKey: 'SCR-1', wallId: null, name: 'SCR-1', commandId: 1 }],
      members: [],
      responsible: exampleResponsible,
    };
    return {
      'announcement.sent': [sent, { ...sent, fromMs: receivedAtMs + 3_600_000 }],
      'announcement.begun': [{}],
      'announcement.shown': [{ wallId: 1 }],
      'announcement.recalled': [{ reason: '内容有误', commands: [] }],
      'announcement.expired': [{}],
    };
  },
});
