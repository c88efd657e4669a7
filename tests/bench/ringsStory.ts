import * as z from 'zod';

/** An event of an alarm or an order in the log. */
export const storyEventSchema = z.object({
  position: z.number(),
  stream: z.string(),
  type: z.string(),
  cause: z.number().optional(),
  /** The time of its commit, epoch ms. */
  atMs: z.number(),
  elevatorId: z.number().optional(),
  deviceEventId: z.string().optional(),
  orderId: z.number().optional(),
});
export type StoryEvent = z.infer<typeof storyEventSchema>;

/** A call for help as a device sent it. Times are epoch ms. */
export interface Press {
  readonly elevatorId: number;
  readonly id: string;
  readonly sentAtMs: number;
  /** The time of its PUBACK. */
  keptAtMs?: number | undefined;
}

interface Order {
  readonly orderId: number;
  readonly elevatorId: number;
  readonly raised: StoryEvent;
  /** Completed, or judged a false alarm. */
  over: StoryEvent | undefined;
}

/** The reason why a call has rung, or has not. */
export type Explanation =
  | { readonly why: 'rang'; readonly orderId: number; readonly afterMs: number }
  | { readonly why: 'joined' | 'countedInARepeat' }
  | { readonly why: 'unexplained'; readonly press: Press };

/** Explains calls by the log and by what a desk heard: `rungAtMs` has the epoch ms of each order's first ring. */
export class RingsStory {
  readonly orders: readonly Order[];
  readonly #events: readonly StoryEvent[];
  readonly #ordersOfLift = new Map<number, Order[]>();
  readonly #orderCausedBy = new Map<number, Order>();
  readonly #liftOfStream = new Map<string, number>();
  readonly #byDeviceEvent = new Map<string, StoryEvent>();

  constructor(events: readonly StoryEvent[]) {
    this.#events = events;
    const orders = new Map<string, Order>();
    for (const event of events) {
      const { stream, type, elevatorId, orderId, cause, deviceEventId } = event;
      if (elevatorId !== undefined) this.#liftOfStream.set(stream, elevatorId);
      if (type === 'rescue.raised' && elevatorId !== undefined && orderId !== undefined) {
        const order: Order = { orderId, elevatorId, raised: event, over: undefined };
        orders.set(stream, order);
        this.#ordersOfLift.set(elevatorId, [...(this.#ordersOfLift.get(elevatorId) ?? []), order]);
        if (cause !== undefined) this.#orderCausedBy.set(cause, order);
      }
      const order = orders.get(stream);
      if (order !== undefined && (type === 'rescue.completed' || type === 'rescue.judgedFalse')) order.over ??= event;
      const lift = this.#liftOfStream.get(stream);
      if (deviceEventId !== undefined && type !== 'alarm.cleared')
        this.#byDeviceEvent.set(`${lift}:${deviceEventId}`, event);
    }
    this.orders = [...orders.values()];
  }

  explain(press: Press, rungAtMs: ReadonlyMap<number, number>): Explanation {
    const { elevatorId, id, sentAtMs, keptAtMs } = press;
    const orders = this.#ordersOfLift.get(elevatorId) ?? [];
    const event = this.#byDeviceEvent.get(`${elevatorId}:${id}`);
    const own = event === undefined ? undefined : this.#orderCausedBy.get(event.position);
    const rung = own === undefined ? undefined : rungAtMs.get(own.orderId);
    if (own !== undefined && rung !== undefined) return { why: 'rang', orderId: own.orderId, afterMs: rung - sentAtMs };
    if (own === undefined && event !== undefined) {
      // An order that has rung itself, was open when the call was kept, or was opened by an earlier one before the call's turn came.
      const isJoined = orders.some(
        ({ orderId, raised, over }) =>
          rungAtMs.has(orderId) &&
          (raised.cause ?? raised.position) < event.position &&
          (over === undefined || over.position > event.position),
      );
      if (isJoined) return { why: 'joined' };
    }
    if (event === undefined && keptAtMs !== undefined) {
      const wasOpen = orders.some(
        ({ orderId, raised, over }) =>
          rungAtMs.has(orderId) && raised.atMs <= keptAtMs && (over === undefined || over.atMs >= sentAtMs),
      );
      if (wasOpen) return { why: 'countedInARepeat' };
    }
    return { why: 'unexplained', press };
  }

  /** Everything that the log has of a lift's alarms and orders. */
  logOf(elevatorId: number): readonly StoryEvent[] {
    return this.#events.filter(({ stream }) => this.#liftOfStream.get(stream) === elevatorId);
  }

  /** Orders that a desk should have heard which joined when the log was at `from` and left at `until`, both positions. */
  heardBetween(from: number, until: number): readonly number[] {
    const answered = new Map<string, number>();
    for (const { stream, type, position } of this.#events)
      if (type === 'rescue.accepted' && !answered.has(stream)) answered.set(stream, position);
    return this.orders
      .filter(({ raised }) => raised.position <= until && (answered.get(raised.stream) ?? Infinity) > from)
      .map(({ orderId }) => orderId);
  }
}
