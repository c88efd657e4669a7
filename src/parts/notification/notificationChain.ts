import {
  notificationStateLabels,
  type NotificationState,
  type NotifyChannel,
} from '../../contract/notificationWords.ts';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import type { StatusTagProps, Tone } from '../../ui/StatusTag/StatusTag.tsx';

/** The stages of a successful notification; each implies the ones before it. */
const way = ['queued', 'attempted', 'accepted', 'delivered', 'answered', 'acknowledged'] as const;
type Stage = (typeof way)[number];

/** The last stage a channel reports: a robot does not report delivery, a text message does not report reading. */
const lastOf: Readonly<Record<NotifyChannel, Stage>> = {
  voice: 'acknowledged',
  sms: 'delivered',
  wechat: 'delivered',
  wecom: 'accepted',
  webhook: 'delivered',
  platform: 'acknowledged',
};

/** `reached`: it has happened. `ahead`: not yet. The others say why it stopped: it waits, is unsure, failed or is not needed. */
type ChainMark = 'reached' | 'waiting' | 'doubtful' | 'failed' | 'stopped' | 'ahead';

export interface ChainStep {
  readonly label: string;
  readonly mark: ChainMark;
}

const markWords: Readonly<Record<ChainMark, string>> = {
  reached: '已完成',
  waiting: '等待中',
  doubtful: '不确定',
  failed: '失败',
  stopped: '不再发送',
  ahead: '未到',
};

/** The mark shown in place of the next stage while the notification is in one of these states. */
const interruptions: Readonly<Partial<Record<NotificationState, ChainMark>>> = {
  retrying: 'waiting',
  unknown: 'doubtful',
  givenUp: 'failed',
  cancelled: 'stopped',
};

/** A notification's stages on its channel: those it reached, what interrupted it, and those still ahead. */
export function chainOf({
  channel,
  state,
  attempts,
}: {
  readonly channel: NotifyChannel;
  readonly state: NotificationState;
  /** The number of times that it was sent. */
  readonly attempts: number;
}): readonly ChainStep[] {
  const interruption = interruptions[state];
  const reachedAt = way.findIndex((stage) => stage === state);
  const reachedNum = interruption === undefined ? reachedAt + 1 : attempts > 0 ? 2 : 1;
  const length = Math.max(way.indexOf(lastOf[channel]) + 1, reachedNum);
  return way.slice(0, length).map((stage, index) => {
    if (index < reachedNum) return { label: notificationStateLabels[stage], mark: 'reached' };
    if (index === reachedNum && interruption !== undefined)
      return { label: notificationStateLabels[state], mark: interruption };
    return { label: notificationStateLabels[stage], mark: 'ahead' };
  });
}

/** The chain in one sentence, for screen readers and the tooltip. */
export const chainWords = (steps: readonly ChainStep[]): string =>
  steps.map(({ label, mark }) => `${label}（${markWords[mark]}）`).join(' → ');

const looks: Readonly<Record<NotificationState, { readonly tone: Tone; readonly icon: IconName }>> = {
  queued: { tone: 'neutral', icon: 'hourglass' },
  attempted: { tone: 'info', icon: 'send' },
  accepted: { tone: 'neutral', icon: 'check' },
  delivered: { tone: 'neutral', icon: 'check' },
  answered: { tone: 'neutral', icon: 'check-circle' },
  acknowledged: { tone: 'ok', icon: 'check-circle' },
  retrying: { tone: 'medium', icon: 'clock' },
  unknown: { tone: 'high', icon: 'question-circle' },
  givenUp: { tone: 'high', icon: 'times-circle' },
  cancelled: { tone: 'neutral', icon: 'ban' },
};

/** The state as icon, word and tone. Only states that need a person's attention have a colour. */
export const notificationTag = (state: NotificationState): StatusTagProps => ({
  label: notificationStateLabels[state],
  ...looks[state],
});
