import * as z from 'zod';
import type { WhyRang } from '../../src/contract/entities/whyRang.ts';
import { alarmEvents } from '../../src/contract/events/alarm.ts';
import { rescueEvents } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { alarmKindLabels, alarmPriorityLabels, isCallForHelp, rescueTriggerLabels } from '../../src/contract/labels.ts';
import { isStreamOf, streamName } from '../../src/contract/streamName.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import type { Responsibility } from '../access/scope.ts';
import type { Directory } from '../domain/city/directory.ts';
import { requireRecordInScope } from '../domain/city/recordScope.ts';
import { NotFound } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';
import type { RingPushTable } from '../store/rowTables.ts';
import { ringWindows, type RingWindow } from './ringWindows.ts';
import { readConsoles } from './rungConsoles.ts';

export interface WhyParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
}

type Step = WhyRang['steps'][number];

const callFloor = '安全底线：困人、按钮求救、呼喊求救与电话报警一律开救援单并响铃，任何规则都不能关闭。';
const dangerFloor = '安全底线：危及生命的报警（优先级 1）一律响铃，任何规则都不能关闭。';
const importedText = '导入的历史记录，不响铃。';
const takenText = '登记人在登记来电时即受理，无需他人接听，值班台未响铃。';

const step = (atMs: number, position: number | null, title: string, detail = ''): Step => ({
  at: toWireTime(atMs),
  position,
  title,
  detail,
});

const responsibilitySchema: z.ZodType<Responsibility> = z.object({
  areaId: z.number(),
  communityId: z.number(),
  brandId: z.number().nullable(),
  propertyId: z.number().nullable(),
  maintenanceId: z.number().nullable(),
});
const responsibilitiesSchema = z.array(responsibilitySchema);

const pushesOf = (store: EventStore, subject: string): Promise<RingPushTable[]> =>
  store.rows
    .selectFrom('ring_pushes')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('first_at_ms')
    .orderBy('is_reminder')
    .execute();

/** Returns the addressees of the pushes; before any is recorded, the lift's responsible at the call and now. */
function addressedTo(
  pushes: readonly RingPushTable[],
  then: Responsibility,
  now: Responsibility | undefined,
): readonly Responsibility[] {
  const recorded = pushes.flatMap(({ responsibilities }) => responsibilitiesSchema.parse(JSON.parse(responsibilities)));
  return recorded.length > 0 ? recorded : now === undefined ? [then] : [then, now];
}

function pushStep({ first_at_ms, last_at_ms, times, is_reminder, notice_level }: RingPushTable): Step {
  const level = notice_level === 0 ? '' : `，已发出 ${notice_level} 轮通知`;
  if (is_reminder === 0) return step(first_at_ms, null, '推送到值班台', '提交日志后立即推送');
  const lastText = times === 1 ? '' : `，末次 ${toWireTime(last_at_ms).slice(11, 19)}`;
  return step(first_at_ms, null, '提醒：无人受理', `每 10 秒一次，共 ${times} 次${lastText}${level}`);
}

/** The alarm's event: what the device said, and when it was kept. */
function reportSteps(event: StoredEvent): readonly Step[] {
  const { atMs, receivedAtMs, position, actor } = event;
  return [
    step(atMs, null, '设备上报', `${actor.name}，按设备时钟`),
    step(receivedAtMs, position, '写入日志，回执发给设备', event.type === 'alarm.repeated' ? '重复上报' : '首次上报'),
  ];
}

const chosen = new Map<string, string>([
  ['rescue.escalated', '升级通知'],
  ['rescue.claimLapsed', '受理失效，重新响铃'],
  ['rescue.joined', '再次呼叫，并入本单'],
]);

function laterStep(event: StoredEvent, windows: readonly RingWindow[]): Step | undefined {
  const { type, receivedAtMs, position, actor } = event;
  if (type === 'rescue.accepted') {
    const hadRung = windows.some(({ fromMs }) => fromMs <= receivedAtMs);
    return step(receivedAtMs, position, hadRung ? '受理，停止响铃' : '登记时即受理，未响铃', actor.name);
  }
  const title = chosen.get(type);
  if (title === undefined) return undefined;
  const level = type === 'rescue.escalated' ? `第 ${rescueEvents['rescue.escalated'].parse(event.data).level} 轮` : '';
  return step(receivedAtMs, position, title, level);
}

/** In the order of time. Places in the log count the whole city's events: they are for those who see all of it. */
const placesFor = ({ scope }: Principal, steps: readonly Step[]): Step[] =>
  steps
    .map((one) => (scope.kind === 'all' ? one : { ...one, position: null }))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));

const eventAt = async (store: EventStore, position: number | undefined): Promise<StoredEvent | undefined> =>
  position === undefined
    ? undefined
    : (await store.readAll(position - 1, 1)).find((event) => event.position === position);

/** Returns the reasons why an order rang, at which consoles, and who was not rung. Throws NotFound for an order out of scope. */
export async function whyRescueRang(parts: WhyParts, by: Principal, orderId: number): Promise<WhyRang> {
  const { store, clock, directory } = parts;
  await requireRecordInScope(parts, by, 'rescue_orders', orderId);
  const events = await store.readStream(streamName('rescue', orderId));
  const [first] = events;
  if (first === undefined) throw new NotFound();
  const raised = rescueEvents['rescue.raised'].parse(first.data);
  const pushes = await pushesOf(store, `rescue-${orderId}`);
  const cause = await eventAt(store, first.causationPosition);
  const isPast = isImported(first);
  const windows = isPast ? [] : ringWindows(events);
  const answeredBy = events.flatMap(({ type, actor }) =>
    type === 'rescue.accepted' && typeof actor.id === 'number' ? [actor.id] : [],
  );
  const consoles = await readConsoles(
    store,
    by,
    {
      windows,
      responsibilities: addressedTo(pushes, raised.responsible, directory.elevator(raised.elevatorId)?.responsible),
      answeredBy: new Set(answeredBy),
    },
    clock.nowMs(),
  );
  return {
    rang: windows.length > 0,
    ...decisionOfRescue({ isPast, windows }),
    rescue_order_id: orderId,
    steps: placesFor(by, [
      ...(cause !== undefined && isStreamOf('alarm', cause.stream) ? reportSteps(cause) : []),
      step(
        first.receivedAtMs,
        first.position,
        cause === undefined ? '人工登记，开救援单' : '规则 4：求救开救援单',
        rescueTriggerLabels[raised.trigger],
      ),
      ...pushes.map(pushStep),
      ...events.flatMap((event) => laterStep(event, windows) ?? []),
    ]),
    ...consoles,
  };
}

function decisionOfRescue({
  isPast,
  windows,
}: {
  readonly isPast: boolean;
  readonly windows: readonly RingWindow[];
}): Pick<WhyRang, 'decision' | 'reason'> {
  if (isPast) return { decision: 'imported', reason: importedText };
  return windows.length > 0 ? { decision: 'floor', reason: callFloor } : { decision: 'taken', reason: takenText };
}

/** Returns the reasons why an alarm rang or did not. Throws NotFound for an alarm out of scope. */
export async function whyAlarmRang(parts: WhyParts, by: Principal, alarmId: number): Promise<WhyRang> {
  const { store, clock, directory } = parts;
  await requireRecordInScope(parts, by, 'alarms', alarmId);
  const events = await store.readStream(streamName('alarm', alarmId));
  const [first] = events;
  if (first === undefined) throw new NotFound();
  const { kind, level, elevatorId, responsible } = alarmEvents['alarm.raised'].parse(first.data);
  const row = await store.rows
    .selectFrom('alarm_rescues')
    .select('order_id')
    .where('alarm_id', '=', alarmId)
    .executeTakeFirst();
  const orderId = row?.order_id ?? null;
  const isHelp = isCallForHelp(kind);
  const rang = !isImported(first) && !isHelp && level === 1;
  const pushes = await pushesOf(store, `alarm-${alarmId}`);
  const sentAtMs = pushes[0]?.first_at_ms ?? first.receivedAtMs;
  const consoles = await readConsoles(
    store,
    by,
    {
      windows: rang ? [{ fromMs: sentAtMs, untilMs: sentAtMs }] : [],
      responsibilities: addressedTo(pushes, responsible, directory.elevator(elevatorId)?.responsible),
      answeredBy: new Set(),
    },
    clock.nowMs(),
  );
  const repeats = events.filter(({ type }) => type === 'alarm.repeated');
  const times = repeats.reduce((sum, { data }) => sum + (alarmEvents['alarm.repeated'].parse(data).times ?? 1), 0);
  const lastRepeat = repeats.at(-1);
  return {
    rang,
    ...decisionOf({ isPast: isImported(first), isHelp, orderId, level }),
    rescue_order_id: orderId,
    steps: placesFor(by, [
      ...reportSteps(first),
      ...pushes.map(pushStep),
      ...(lastRepeat === undefined
        ? []
        : [
            step(
              lastRepeat.receivedAtMs,
              lastRepeat.position,
              `重复上报 ${times} 次`,
              isHelp ? '救援单未结束时只计数，不再响铃' : '同一报警只计数，不再响铃',
            ),
          ]),
    ]).map((one, index) => (index === 0 ? { ...one, detail: `${alarmKindLabels[kind]}，${one.detail}` } : one)),
    ...consoles,
  };
}

interface AlarmCase {
  readonly isPast: boolean;
  readonly isHelp: boolean;
  readonly orderId: number | null;
  readonly level: number;
}

function decisionOf({ isPast, isHelp, orderId, level }: AlarmCase): Pick<WhyRang, 'decision' | 'reason'> {
  if (isPast) return { decision: 'imported', reason: importedText };
  if (isHelp)
    return {
      decision: 'order',
      reason:
        orderId === null
          ? '求救类报警由救援单响铃，报警本身不重复响铃；救援单尚未开出或已由他人关闭。'
          : `求救类报警由救援单响铃，报警本身不重复响铃：见救援单 ${orderId}。`,
    };
  if (level === 1) return { decision: 'floor', reason: dangerFloor };
  const name = alarmPriorityLabels[level === 2 ? 2 : 3];
  return { decision: 'priority', reason: `优先级 ${level}（${name}）的报警不响铃，只在列表与数据概览中显示。` };
}
