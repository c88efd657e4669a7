import { phenomenonOfProblem, type ReviewProblem } from '../../src/contract/reviews.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { followHashOf, newFollowToken } from '../access/pageTickets.ts';
import type { Directory, ElevatorInfo } from '../domain/city/directory.ts';
import { phenomenonLevels } from '../domain/records/exceptionLevels.ts';
import { passengerActor } from '../domain/records/passengerDesk.ts';
import type { Clock } from '../runtime/clock.ts';
import { seededRandom, type Random } from '../runtime/random.ts';
import {
  run,
  UniqueConflictError,
  type AppendRequest,
  type EventActor,
  type EventStore,
  type NewEvent,
} from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { demoPropertyId, demoSeed } from './demoCity.ts';
import { demoPerson } from './demoStories.ts';
import { dayMs } from './planDay.ts';

const doneKey = 'demo.reviews';
const reviewNum = 300;
/** The number of days that they go back. */
export const reviewDays = 60;
const hourMs = 3_600_000;

const praise = ['维保师傅很及时', '运行平稳', '轿厢很干净', '比以前快多了', '', '', ''] as const;
const blame = ['等得太久', '轿厢灯太暗', '早高峰太挤', '停梯没有提前通知', ''] as const;
const complaints: Readonly<Record<ReviewProblem, readonly string[]>> = {
  noise: ['上行到 8 楼左右有摩擦声', '关门时咯吱响'],
  vibration: ['下行时抖得厉害', '启动时顿一下'],
  doorPinch: ['关门太快，夹到了购物车', '门碰到人才打开'],
  levelling: ['停下来比地面高一截', '一楼停得不平'],
  button: ['5 楼按钮不亮', '开门键要按很多次'],
  smell: ['轿厢有异味', '地面有水渍'],
  stopped: ['又停了，爬楼上来的', '早上停运半小时'],
  other: ['显示屏不亮', '风扇不转'],
};
const answers = ['已安排维保单位处理，感谢反馈', '已现场核实并修复', '已增加清洁频次', '感谢您的评价'] as const;
const problems = Object.keys(complaints).filter((key): key is ReviewProblem => key in complaints);

/** Undefined of nothing. */
const oneOf = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[random.between(0, items.length - 1)];

const at = (atMs: number, type: string, actor: EventActor, data: object): NewEvent => ({
  type,
  atMs,
  receivedAtMs: atMs,
  actor,
  data,
});

interface Planned {
  readonly elevator: ElevatorInfo;
  readonly receivedAtMs: number;
  readonly score: number | null;
  readonly problem: ReviewProblem | null;
  readonly text: string;
}

function plan(lifts: readonly ElevatorInfo[], own: readonly ElevatorInfo[], nowMs: number, random: Random): Planned[] {
  const scoreOf = (problem: ReviewProblem | null): number | null => {
    if (problem !== null) return random.isTrue(0.5) ? random.between(1, 3) : null;
    return random.isTrue(0.7) ? random.between(4, 5) : random.between(1, 3);
  };
  const one = (): Planned[] => {
    // Many of them concern the company whose people can sign in to the demo.
    const elevator = oneOf(own.length > 0 && random.isTrue(0.4) ? own : lifts, random);
    if (elevator === undefined) return [];
    const problem = random.isTrue(0.25) ? (oneOf(problems, random) ?? null) : null;
    const score = scoreOf(problem);
    const words = problem !== null ? complaints[problem] : score !== null && score > 3 ? praise : blame;
    const receivedAtMs = nowMs - random.between(2 * hourMs, reviewDays * dayMs);
    return [{ elevator, problem, score, text: oneOf(words, random) ?? '', receivedAtMs }];
  };
  // The oldest first, so that their ids rise with their times.
  return Array.from({ length: reviewNum }, one)
    .flat()
    .toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
}

/** The fault of a reported problem, repaired since. */
function faultStory(
  exceptionId: number,
  { elevator, receivedAtMs, text }: Planned,
  problem: ReviewProblem,
): AppendRequest {
  const phenomenon = phenomenonOfProblem[problem];
  const fitter = demoPerson('maintenance');
  return {
    stream: streamName('fault', exceptionId),
    expectedVersion: 'none',
    actor: passengerActor,
    correlationId: importCorrelation,
    messageId: `demo:reviews:fault:${exceptionId}`,
    events: [
      at(receivedAtMs, 'fault.occurred', passengerActor, {
        exceptionId,
        elevatorId: elevator.id,
        tag: elevator.tag,
        addr: elevator.addr,
        responsible: elevator.responsible,
        source: 'passenger',
        deviceKey: '',
        code: '',
        level: phenomenonLevels[phenomenon],
        alarmId: null,
        late: false,
        handleLimitSeconds: sysConfigDefaults.fault_limit_minutes * 60,
        phenomenon,
        rescueOrderId: null,
        note: text,
      }),
      at(receivedAtMs + 0.3 * hourMs, 'fault.accepted', fitter, {}),
      at(receivedAtMs + 1.2 * hourMs, 'fault.repaired', fitter, {
        cause: '700',
        causeLabel: '其他 · 其他',
        note: '已调整',
      }),
      at(receivedAtMs + 1.3 * hourMs, 'fault.confirmed', fitter, {}),
    ],
  };
}

/** The id of the fault that the problem became; null without one, or where the lift has the same open now. */
async function writeFault(store: EventStore, planned: Planned): Promise<number | null> {
  if (planned.problem === null) return null;
  const exceptionId = await store.nextId('rescue');
  try {
    await store.append(faultStory(exceptionId, planned, planned.problem));
    return exceptionId;
  } catch (error) {
    if (error instanceof UniqueConflictError) return null;
    throw error;
  }
}

/** One review with what people did about it: of the last days some still wait. */
function reviewStory(
  reviewId: number,
  planned: Planned,
  exceptionId: number | null,
  nowMs: number,
  random: Random,
): AppendRequest {
  const { elevator, receivedAtMs, problem, score, text } = planned;
  const regulator = demoPerson('regulator');
  const property = demoPerson('property');
  const isNew = nowMs - receivedAtMs < 3 * dayMs;
  const isDecided = !isNew || random.isTrue(0.4);
  const asksForAnswer = problem !== null || (score !== null && score <= 2);
  const isAnswered = isDecided && random.isTrue(asksForAnswer && !isNew ? 0.97 : 0.2);
  const decidedAtMs = receivedAtMs + hourMs;
  const verdict = random.isTrue(0.85)
    ? at(decidedAtMs, 'review.published', regulator, {})
    : random.isTrue(0.6)
      ? at(decidedAtMs, 'review.kept', regulator, { reason: '涉及住户隐私' })
      : at(decidedAtMs, 'review.refused', regulator, { reason: '与电梯无关' });
  return {
    stream: streamName('review', reviewId),
    expectedVersion: 'none',
    actor: passengerActor,
    correlationId: importCorrelation,
    messageId: `demo:reviews:${reviewId}`,
    events: [
      at(receivedAtMs, 'review.received', passengerActor, {
        reviewId,
        elevatorId: elevator.id,
        tag: elevator.tag,
        addr: elevator.addr,
        responsible: elevator.responsible,
        via: 'code',
        problem,
        score,
        text,
        photos: [],
        // A demo's writers have no page to follow: nobody knows the token.
        followHash: followHashOf(newFollowToken()),
        exceptionId,
        joined: false,
      }),
      ...(isDecided ? [verdict] : []),
      ...(isAnswered
        ? [at(receivedAtMs + 1.6 * hourMs, 'review.answered', property, { text: random.pick(answers) })]
        : []),
    ],
  };
}

/** Writes the reviews of the last two months, once, in the shapes of real events: a store of an older demo gets them, too. */
export async function seedReviews(store: EventStore, clock: Clock, directory: Directory): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  const random = seededRandom(demoSeed ^ 0x7e_71);
  const lifts = [...directory.elevators()].toSorted((a, b) => a.id - b.id);
  if (lifts.length === 0) return;
  const own = lifts.filter(({ responsible }) => responsible.propertyId === demoPropertyId);
  const requests: AppendRequest[] = [];
  for (const planned of plan(lifts, own, nowMs, random)) {
    const exceptionId = await writeFault(store, planned);
    requests.push(reviewStory(await store.nextId('review'), planned, exceptionId, nowMs, random));
  }
  // The log commits what comes together in one go.
  await Promise.all(requests.map((request) => store.append(request)));
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}
