import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';

type Event = Pick<TimelineEntry, 'type' | 'position' | 'received_at'>;

/** One round of notices of a call. */
export interface NoticeRound {
  /** Counted from the call on, over all waits: a lapsed claim starts no new count. 0: those called when it rang. */
  readonly round: number;
  readonly title: string;
  /** The time of the first notice. */
  readonly at: string;
  /** The place in the log of the event that began the round; null for the notices of the ringing itself. */
  readonly position: number | null;
  readonly notices: readonly NotificationRow[];
}

const inOrder = <E extends Event>(timeline: readonly E[]): readonly E[] =>
  timeline.toSorted((a, b) => a.position - b.position);

/** The number of each round by the position of the event that began it. */
function roundNumbers(timeline: readonly Event[]): ReadonlyMap<number, number> {
  const begun = inOrder(timeline).filter(({ type }) => type === 'rescue.escalated');
  return new Map(begun.map(({ position }, index) => [position, index + 1]));
}

/** Returns the number of rounds of notices for the call so far. */
export const roundsSoFar = (timeline: readonly Event[]): number => roundNumbers(timeline).size;

/** The entries with the rounds counted over all waits, where each event alone knows only the round of its own wait. */
export function withRoundNumbers<E extends Event & Pick<TimelineEntry, 'title'>>(timeline: readonly E[]): readonly E[] {
  const numbers = roundNumbers(timeline);
  return timeline.map((entry) => {
    const round = numbers.get(entry.position);
    return round === undefined ? entry : { ...entry, title: `升级通知：第 ${round} 轮` };
  });
}

/**
 * The ladder's notices by round, oldest first. A notice knows the rung of its ladder, which starts over after a lapse: the rounds that
 * had gone out until the last lapse before it are added.
 */
export function noticeRounds(notices: readonly NotificationRow[], timeline: readonly Event[]): readonly NoticeRound[] {
  const events = inOrder(timeline);
  const numbers = roundNumbers(timeline);
  const positionOf = new Map([...numbers].map(([position, round]) => [round, position]));
  const lapses = events.filter(({ type }) => type === 'rescue.claimLapsed');
  const rounds = new Map<string, NoticeRound>();
  for (const notice of notices) {
    const madeMs = Date.parse(notice.created_at);
    const before = lapses.filter(({ received_at: at }) => Date.parse(at) <= madeMs);
    const lapsePosition = before.at(-1)?.position ?? -1;
    const earlier = [...numbers.keys()].filter((position) => position < lapsePosition).length;
    const rung = notice.rung ?? 0;
    const round = rung === 0 ? 0 : earlier + rung;
    const key = `${before.length} ${rung}`;
    const known = rounds.get(key);
    rounds.set(key, {
      round,
      title: rung > 0 ? `第 ${round} 轮` : before.length > 0 ? '重新振铃通知' : '呼叫通知',
      at: known === undefined || madeMs < Date.parse(known.at) ? notice.created_at : known.at,
      position: rung === 0 ? null : (positionOf.get(round) ?? null),
      notices: [...(known?.notices ?? []), notice],
    });
  }
  return [...rounds.values()].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** A person, and the outcome of the notices to them by whatever channels. */
export interface ToldPerson {
  readonly name: string;
  readonly outcome: 'reached' | 'waiting' | 'notReached';
  readonly notices: readonly NotificationRow[];
}

const reachedStates: readonly NotificationRow['state'][] = ['delivered', 'answered', 'acknowledged'];
const failedStates: readonly NotificationRow['state'][] = ['givenUp', 'unknown'];

/** The people of a round, each once. Not reached: every channel failed or nobody knows what became of it. */
export function toldPeople(notices: readonly NotificationRow[]): readonly ToldPerson[] {
  const people = new Map<string, NotificationRow[]>();
  for (const notice of notices) {
    const own = people.get(notice.recipient);
    if (own === undefined) people.set(notice.recipient, [notice]);
    else own.push(notice);
  }
  return [...people].map(([name, own]) => ({
    name,
    outcome: own.some(({ state }) => reachedStates.includes(state))
      ? 'reached'
      : own.every(({ state }) => failedStates.includes(state))
        ? 'notReached'
        : 'waiting',
    notices: own,
  }));
}

/** 5 人，1 人未达，2 人通知中 */
export function roundSummary(people: readonly ToldPerson[]): string {
  const count = (outcome: ToldPerson['outcome']): number => people.filter((one) => one.outcome === outcome).length;
  const [failed, waiting] = [count('notReached'), count('waiting')];
  return [
    `${people.length} 人`,
    ...(failed > 0 ? [`${failed} 人未达`] : []),
    ...(waiting > 0 ? [`${waiting} 人通知中`] : []),
  ].join('，');
}
