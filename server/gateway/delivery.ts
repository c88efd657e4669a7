/** A message as it came from either broker. */
export interface Delivery {
  readonly topic: string;
  readonly payload: Buffer;
  /** The signed-in user of its connection. */
  readonly sender: string;
  /** The sender speaks only for itself: its messages are charged to it, and it may be slowed down without holding up others. */
  readonly canWait: boolean;
  /** This call for help puts the sender this far ahead of its rate: the sooner its connection is read less often, the less piles up. */
  readonly onAhead?: ((aheadMs: number) => void) | undefined;
  /** The connection that it came by; undefined where one carries the messages of everybody. */
  readonly connection?: object | undefined;
  readonly isLastWill: boolean;
  /** Retained by the broker from earlier: not a sign of life. */
  readonly isRetained: boolean;
}

export interface Taken {
  /** The event id to be receipted to its device now. */
  readonly receipt?: { readonly deviceKey: string; readonly id: string };
}

export const nothingToReceipt: Taken = {};
