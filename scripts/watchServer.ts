import * as z from 'zod';
import { probeSilentAfterMs } from '../src/contract/endpoints/probe.ts';
import { toDisplayTime } from '../src/contract/time.ts';
import type { Adapter } from '../server/notify/adapter.ts';
import { roughly } from '../server/probe/outageText.ts';
import type { Clock } from '../server/runtime/clock.ts';

/** A person to notify, and the channel. */
export interface WatchTarget {
  /** Tells one target from the others in what is kept. */
  readonly name: string;
  readonly adapter: Adapter;
  /** A telephone number; empty for a robot and a webhook. */
  readonly address: string;
  /** The code of a template that the provider has approved; empty where it needs none. */
  readonly templateCode: string;
}

/** The last message, and its recipients: a restart repeats nothing. Times are epoch ms. */
export const watchNewsSchema = z.object({
  kind: z.enum(['silent', 'back']),
  sinceMs: z.number(),
  atMs: z.number(),
  sentTo: z.array(z.string()),
  /** The number of repeated calls, and the time of the last one. */
  repeats: z.number().int().min(0).default(0),
  repeatedAtMs: z.number().optional(),
});
export type WatchNews = z.infer<typeof watchNewsSchema>;

interface WatchParts {
  readonly clock: Clock;
  /** Resolves to the time since the server was proven to take calls, ms; undefined if it does not answer. */
  readonly ask: () => Promise<number | undefined>;
  readonly targets: readonly WatchTarget[];
  /** The name of the server's site, for the message. */
  readonly site: string;
  /** As it was kept before a restart. */
  readonly news: WatchNews | undefined;
  /** Resolves once it is durable. */
  readonly keep: (news: WatchNews) => Promise<void>;
  readonly onTrouble: (trouble: string) => void;
}

/** The watchdog cannot know whether a telephone was answered: while the server is silent, each is rung again so long after its last call. */
const ringAgainAfterMs = [5 * 60_000, 10 * 60_000] as const;

/** Looks that are further apart than this mean that the watch itself stood still: it has not seen the server then. */
const stoodStillMs = 45_000;

const isTelephone = ({ adapter }: WatchTarget): boolean => adapter.channel === 'voice';

/** Providers read and write at most 35 characters of a variable, so that what to do comes in few words. */
const shortNote = '求救可能无人听到，请改用热线值守';
const ringAgainWords = ['未恢复则 5、15 分钟后再拨', '未恢复则 10 分钟后拨最后一次', '这是最后一次拨打'] as const;

function silentNote({ sinceMs, repeats }: WatchNews, { adapter: { channel } }: WatchTarget): string {
  if (channel === 'voice') return `${shortNote}。${ringAgainWords[repeats] ?? ''}`;
  if (channel === 'sms') return `${shortNote}，并检查服务器与网络`;
  return `自 ${toDisplayTime(sinceMs)} 起未证实，电梯求救可能无人听到。请改用救援热线值守，并检查服务器、网络与数据库`;
}

function wordsOf(
  news: WatchNews,
  site: string,
  target: WatchTarget,
): { readonly title: string; readonly note: string } {
  const { kind, sinceMs, atMs, repeats } = news;
  return kind === 'silent'
    ? { title: `${site}平台${repeats > 0 && isTelephone(target) ? '仍' : ''}中断`, note: silentNote(news, target) }
    : { title: `${site}平台已恢复`, note: `此前约 ${roughly(atMs - sinceMs)}未证实，请核对其间的呼叫记录` };
}

/**
 * Watches a server from outside, for what it cannot report itself because it is down. Each look asks once. A silence of `probeSilentAfterMs` is said
 * once to every target, and so is its end; a target that could not be reached is tried again with the next look. A telephone rings
 * three times at most: at once, and 5 and 15 minutes later if the server is still silent.
 */
export function createServerWatch({ clock, ask, targets, site, keep, onTrouble, ...kept }: WatchParts) {
  let { news } = kept;
  /** Both monotonic, so that a calendar that is set is no silence. */
  let provenMs = clock.monotonicMs();
  let lookedMs = provenMs;
  /** The time at which telephones were last rung because the server is silent; monotonic. */
  let rungMs = provenMs - Math.max(0, clock.nowMs() - (news?.repeatedAtMs ?? news?.atMs ?? 0));

  async function change(next: WatchNews): Promise<void> {
    news = next;
    await keep(next);
  }

  async function tell(): Promise<void> {
    for (const target of targets) {
      const { name, adapter, ...to } = target;
      if (news === undefined || news.sentTo.includes(name)) continue;
      const { atMs, repeats } = news;
      const { title, note } = wordsOf(news, site, target);
      const outcome = await adapter.send(
        {
          ...to,
          // The same for each try, for providers that drop a repeat, and another one for each call. Aliyun takes at most fifteen digits.
          notificationId: Math.floor(atMs / 1_000) + repeats,
          attempt: 1,
          title,
          text: `【${title}】${note}。`,
          values: { 事件: title, 说明: note, 时间: toDisplayTime(atMs) },
          requireKey: false,
          atMs,
        },
        AbortSignal.timeout(30_000),
      );
      if (outcome.kind !== 'accepted') onTrouble(`${name} 没有接收“${title}”：${outcome.reason}`);
      // A wrong key or number is wrong the next time too.
      if (outcome.kind === 'accepted' || (outcome.kind === 'refused' && !outcome.isPassing))
        await change({ ...news, sentTo: [...news.sentTo, name] });
    }
  }

  const isRingDue = (nowMs: number): boolean => {
    const afterMs = ringAgainAfterMs[news?.repeats ?? 0];
    return afterMs !== undefined && nowMs - rungMs >= afterMs;
  };

  /** The others know already. */
  async function ringAgain(said: WatchNews): Promise<void> {
    const telephones = new Set(targets.filter(isTelephone).map(({ name }) => name));
    const sentTo = said.sentTo.filter((name) => !telephones.has(name));
    await change({ ...said, sentTo, repeats: said.repeats + 1, repeatedAtMs: clock.nowMs() });
  }

  return {
    async look(): Promise<void> {
      const agoMs = await ask();
      const nowMs = clock.monotonicMs();
      if (nowMs - lookedMs > stoodStillMs) provenMs = nowMs;
      lookedMs = nowMs;
      if (agoMs !== undefined) provenMs = Math.max(provenMs, nowMs - agoMs);
      const quietMs = nowMs - provenMs;
      const said = news?.kind === 'silent' ? news : undefined;
      const atMs = clock.nowMs();
      if (said === undefined && quietMs >= probeSilentAfterMs) {
        rungMs = nowMs;
        await change({ kind: 'silent', sinceMs: atMs - quietMs, atMs, sentTo: [], repeats: 0 });
      } else if (said !== undefined && agoMs !== undefined && agoMs < probeSilentAfterMs)
        await change({ kind: 'back', sinceMs: said.sinceMs, atMs, sentTo: [], repeats: 0 });
      else if (said !== undefined && isRingDue(nowMs)) {
        rungMs = nowMs;
        await ringAgain(said);
      }
      await tell();
    },
  };
}
