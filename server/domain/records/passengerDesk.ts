import type { Telemetry } from '../../../src/contract/device.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { phenomenonOfProblem, type ReviewProblem } from '../../../src/contract/reviews.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { openKeyOf } from '../../../src/machines/openExceptionKey.ts';
import { isRescueClosed, rescueLifecycle, rescueStage } from '../../../src/machines/rescueOrderLifecycle.ts';
import type { RescueStage } from '../../../src/contract/labels.ts';
import { Buckets } from '../../access/buckets.ts';
import { followHashOf, newFollowToken } from '../../access/pageTickets.ts';
import type { EventActor, Queries } from '../../store/eventStore.ts';
import type { Directory, ElevatorInfo } from '../city/directory.ts';
import { loadState } from '../decide.ts';
import type { IncidentRecorder } from '../domain.ts';
import { NotFound, Refusal } from '../refusal.ts';
import { findOpenException, type OpenExceptionParts } from './openException.ts';
import { openOrderOf, openRescue } from './openRescue.ts';
import { receiveReview, reportProblem, type ReviewWish } from './reviewDesk.ts';

/** Someone who scanned the code in the car: no account, no name. */
export const passengerActor: EventActor = { kind: 'system', id: 'passenger', name: '乘客扫码' };

/** Further calls by the code join the open order: some at once, then one a minute, since they say nothing new. */
const joinsOfOrder = { burst: 5, perHour: 60 } as const;
/** One network says of one problem once a day that it is affected, too. */
const affectedOnce = { burst: 1, perHour: 1 / 24 } as const;
const dayMs = 24 * 3_600_000;
/** A report older than this is no sign of what the lift does now. */
const freshForMs = 5 * 60_000;

/** Of a call by the code, as its caller's page shows it. */
export interface CallProgress {
  readonly elevatorId: number;
  readonly stage: RescueStage;
  readonly isClosed: boolean;
  /** The time for which nobody has had it, in ms: since the call, or since a claim lapsed; null while somebody has it. */
  readonly waitedMs: number | null;
  /** The number of the account that has it: the public learns no names. */
  readonly claimerId: number | null;
  readonly expectedAtMs: number | null;
}

/** The steps that people without an account take by the code in the car. `network` pays for what is limited; a call for help is not. */
export interface PassengerDesk {
  /** Opens the lift's rescue order or joins the open one; `callBack`: the caller's own number. No budget refuses it. Throws NotFound for a lift that is gone. */
  callForHelp(elevatorId: number, callBack?: string): Promise<{ readonly orderId: number }>;
  callProgress(orderId: number): Promise<CallProgress>;
  /** Returns the token by which the writer follows it. Throws Refusal where a limit or a photo is in the way. */
  review(
    wish: Omit<ReviewWish, 'elevator' | 'via'> & {
      readonly elevatorId: number;
      readonly network: string;
      /** The page's own uploads, by the name of its ticket; undefined without one. */
      readonly ticket: string | undefined;
    },
  ): Promise<{ readonly followToken: string }>;
  /** Counts one more person whom an open problem affects; false where it is not open any longer, or this network was counted. */
  alsoAffected(of: {
    readonly elevatorId: number;
    readonly problem: ReviewProblem;
    readonly network: string;
  }): Promise<boolean>;
}

/** The latest reports of the lifts, as far as they show a stuck car. */
export interface CarReports {
  get(elevatorId: number):
    | {
        readonly receivedAtMs: number;
        readonly report: Pick<Telemetry, 'service_mode' | 'people' | 'door_zone' | 'car_status'>;
      }
    | undefined;
}

export interface PassengerDeskParts extends OpenExceptionParts {
  readonly directory: Directory;
  readonly recorder?: IncidentRecorder | undefined;
  readonly fleet?: CarReports | undefined;
}

export function createPassengerDesk(parts: PassengerDeskParts): PassengerDesk {
  const { store, clock, directory, settings, fleet } = parts;
  const joins = new Buckets(joinsOfOrder, clock);
  const affected = new Buckets(affectedOnce, clock);
  let reviewers = new Buckets({ burst: 0, perHour: 0 }, clock);
  let reviewersPerHour = 0;

  const liftOf = (elevatorId: number): ElevatorInfo => {
    const elevator = directory.elevator(elevatorId);
    if (elevator === undefined) throw new NotFound('电梯不存在，请拨打救援热线');
    return elevator;
  };

  /** Of the network, as the setting is now. */
  function reviewersNow(): Buckets {
    const perHour = settings.current().reviews_per_address_hour;
    if (perHour !== reviewersPerHour) {
      reviewers = new Buckets({ burst: perHour, perHour }, clock);
      reviewersPerHour = perHour;
    }
    return reviewers;
  }

  /**
   * Resolves to true if the lift's own devices report that something is wrong: an alarm that stands, or a car that is fresh in sight and
   * stands between floors.
   */
  async function hasDeviceSign(elevatorId: number): Promise<boolean> {
    const latest = fleet?.get(elevatorId);
    const isStuck =
      latest !== undefined &&
      clock.nowMs() - latest.receivedAtMs <= freshForMs &&
      !latest.report.door_zone &&
      latest.report.car_status === 0;
    if (isStuck) return true;
    const alarm = await store.rows
      .selectFrom('open_alarms')
      .select('alarm_id')
      .where('elevator_id', '=', elevatorId)
      .executeTakeFirst();
    return alarm !== undefined;
  }

  async function requireRoom(elevatorId: number, network: string): Promise<void> {
    if (reviewersNow().waitMs(network) > 0)
      throw new Refusal(
        '您提交得较频繁，请过一会儿再试；如有人被困，请点“我被困了”或拨打救援热线',
        refusalCodes.throttled,
      );
    const row = await store.rows
      .selectFrom('reviews')
      .select(({ fn }) => fn.countAll<number | string>().as('num'))
      .where('elevator_id', '=', elevatorId)
      .where('via', '=', 'code')
      .where('received_at_ms', '>', clock.nowMs() - dayMs)
      .executeTakeFirst();
    if (Number(row?.num ?? 0) >= settings.current().reviews_per_lift_day)
      throw new Refusal('这台电梯今天收到的评价已达上限，请明天再提交；紧急情况请拨打救援热线', refusalCodes.throttled);
  }

  return {
    async callForHelp(elevatorId, callBack) {
      const elevator = liftOf(elevatorId);
      const openOrderId = await openOrderOf(store, elevatorId);
      // The order is open and heard. Were it closed in this very moment, the caller's page says so and offers the call again.
      if (openOrderId !== undefined && !joins.tryTake(String(openOrderId))) return { orderId: openOrderId };
      const deviceSign = openOrderId === undefined && (await hasDeviceSign(elevatorId).catch(() => false));
      const { orderId } = await openRescue(parts, {
        elevator,
        trigger: 'QR',
        alarmId: null,
        actor: passengerActor,
        atMs: clock.nowMs(),
        late: false,
        // Each press is a call of its own: a page that was left open since yesterday still calls.
        messageId: `scan:${newFollowToken()}`,
        deviceSign,
        ...(callBack === undefined ? {} : { callerPhone: callBack }),
      });
      return { orderId };
    },

    async callProgress(orderId) {
      const { state } = await loadState(store, rescueLifecycle, streamName('rescue', orderId));
      const { claimer, expectedAtMs, ladderFromMs } = state.context;
      const stage = rescueStage(state);
      const row = await store.rows
        .selectFrom('rescue_orders')
        .select('elevator_id')
        .where('id', '=', orderId)
        .executeTakeFirst();
      if (stage === undefined || row === undefined) throw new NotFound();
      return {
        elevatorId: row.elevator_id,
        stage,
        isClosed: isRescueClosed(state),
        waitedMs: stage === 'pending' ? Math.max(0, clock.nowMs() - ladderFromMs) : null,
        claimerId: typeof claimer?.id === 'number' ? claimer.id : null,
        expectedAtMs,
      };
    },

    async review({ elevatorId, network, ticket, ...said }) {
      const wish: ReviewWish = { ...said, elevator: liftOf(elevatorId), via: 'code' };
      await requireRoom(elevatorId, network);
      if ((await strangePhotos(store.rows, wish.photos, ticket)).length > 0) throw lostPhotos();
      reviewersNow().take(network);
      const followToken = newFollowToken();
      const request = { actor: passengerActor, messageId: `review:${followHashOf(followToken)}` };
      const fault = await reportProblem(parts, wish, request);
      await receiveReview(parts, wish, { ...request, followHash: followHashOf(followToken), fault });
      return { followToken };
    },

    async alsoAffected({ elevatorId, problem, network }) {
      const elevator = liftOf(elevatorId);
      const phenomenon = phenomenonOfProblem[problem];
      const key = openKeyOf(
        { type: 3, code: '', phenomenon },
        { elevatorId, communityId: elevator.responsible.communityId },
      );
      if ((await findOpenException(store, key)) === undefined) return false;
      if (!affected.tryTake(`${network} ${elevatorId} ${problem}`)) return false;
      const fault = await reportProblem(
        parts,
        { elevator, via: 'code', problem, text: '', photos: [] },
        { actor: passengerActor, messageId: `affected:${newFollowToken()}` },
      );
      return fault !== undefined;
    },
  };
}

const lostPhotos = () =>
  new Refusal('照片已失效，请重新选择照片', refusalCodes.invalid, [
    { field: 'photos', message: '照片已失效，请重新选择照片' },
  ]);

/** Those of the names that are no photo of this page, or of a stranger without one, or that a record shows already. */
async function strangePhotos(
  rows: Queries,
  names: readonly string[],
  ticket: string | undefined,
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const found = await rows
    .selectFrom('uploads as u')
    .leftJoin('upload_uses as s', 's.file_name', 'u.file_name')
    .select('u.file_name')
    .where('u.file_name', 'in', [...names])
    .where('u.is_complete', '=', 1)
    .where('u.uploaded_by', 'is', null)
    .where('u.ticket', 'in', ticket === undefined ? [''] : ['', ticket])
    .where('s.record', 'is', null)
    .execute();
  const own = new Set(found.map((row) => row.file_name));
  return names.filter((name) => !own.has(name));
}
