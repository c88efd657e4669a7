import type { Rung } from '../../src/contract/rules/ladder.ts';
import {
  channelsWithoutAnswer,
  type NotificationState,
  type ProviderChannel,
} from '../../src/contract/notificationWords.ts';
import type { RungPerson } from '../notify/planRung.ts';

/** A message of a round that was queued, as its row says now. */
export interface LadderTry {
  /** The key of the recipient, as `recipientKeyOf` names it. */
  readonly key: string;
  readonly channel: ProviderChannel;
  readonly state: NotificationState;
  readonly isUnheard: boolean;
  readonly requireKey: boolean;
}

export interface LadderAsk {
  readonly key: string;
  readonly channel: ProviderChannel;
}

/**
 * The standing of a person in a round: `asked` rings now, `passed` did not react in time or said so by a key, `failed` could not be reached
 * by the channels so far, `reached` confirmed that they know.
 */
type Standing = 'new' | 'asked' | 'passed' | 'failed' | 'reached';

const standingOf = ({ state, isUnheard, requireKey }: LadderTry): Exclude<Standing, 'new'> => {
  if (state === 'acknowledged') return 'reached';
  // Picked up, and no 1 was pressed: another key asks for the next person, and so does hanging up.
  if (isUnheard || (state === 'answered' && requireKey)) return 'passed';
  return state === 'givenUp' || state === 'cancelled' ? 'failed' : 'asked';
};

const isRobot = (channel: ProviderChannel): boolean => channelsWithoutAnswer.some((robot) => robot === channel);

interface Candidate {
  readonly key: string;
  readonly standing: Standing;
  /** The channel by which they may be asked next; undefined where none is left. */
  readonly next: ProviderChannel | undefined;
}

function candidateOf({ key, options }: RungPerson, tries: readonly LadderTry[]): Candidate {
  const own = tries.filter((one) => one.key === key);
  const standings = own.map(standingOf);
  const standing =
    (['reached', 'asked', 'passed', 'failed'] as const).find((one) => standings.includes(one)) ?? ('new' as const);
  const next = options.find(
    ({ channel, problem }) => problem === '' && !own.some((one) => one.channel === channel),
  )?.channel;
  return { key, standing, next };
}

const asks = (those: readonly Candidate[]): readonly LadderAsk[] =>
  those.flatMap(({ key, next }) => (next === undefined ? [] : [{ key, channel: next }]));

/**
 * Returns the people whom the round asks now, from the messages that it has queued: a function of these alone, so that a repeat after a crash
 * asks nobody twice. Robots get theirs at the beginning and hold nothing up. Once somebody has confirmed, no one else is asked.
 */
export function nextAsks(
  { mode }: Pick<Rung, 'mode'>,
  people: readonly RungPerson[],
  tries: readonly LadderTry[],
): readonly LadderAsk[] {
  const robots = people
    .filter(({ options }) => options.some(({ channel }) => isRobot(channel)))
    .flatMap(({ key, options }) =>
      options
        .filter(({ channel, problem }) => problem === '' && !tries.some((one) => one.channel === channel))
        .map(({ channel }) => ({ key, channel })),
    );
  const candidates = people
    .filter(({ options }) => !options.some(({ channel }) => isRobot(channel)))
    .map((person) => candidateOf(person, tries));
  // A person may have been asked and stand no more in the round: the rota has changed since.
  const isReached = tries.some((one) => standingOf(one) === 'reached');
  if (isReached) return robots;
  const open = candidates.filter(({ standing }) => standing !== 'asked');
  if (mode === 'together') return [...robots, ...asks(open)];
  if (tries.some((one) => !isRobot(one.channel) && standingOf(one) === 'asked')) return robots;
  const fresh = asks(open.filter(({ standing }) => standing !== 'passed'));
  // Everybody had their turn: those who did not react are asked once more by another channel.
  const again = fresh.length > 0 ? fresh : asks(open);
  return [...robots, ...again.slice(0, 1)];
}

/** The round means people and none of them can be reached by any channel that is set up: the next one begins at once. */
export function isEmptyRound(
  rung: Pick<Rung, 'who' | 'skip_if_empty'>,
  people: readonly RungPerson[],
  tries: readonly LadderTry[],
  isAnyConfigured: boolean,
): boolean {
  if (!rung.skip_if_empty || rung.who.length === 0 || !isAnyConfigured || tries.length > 0) return false;
  return !people.some(({ options }) => options.some(({ channel, problem }) => problem === '' && !isRobot(channel)));
}
