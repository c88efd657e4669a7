/** The signs that a lift has no mains: its controller says so, or its collector has fallen silent. */
export const darkCauses = ['41', '46', 'offline'] as const;
export type DarkCause = (typeof darkCauses)[number];

/** One event of the log that says that a lift lost its power, or that one cause of that is over. */
export interface PowerSignal {
  /** In the log. */
  readonly position: number;
  readonly elevatorId: number;
  readonly cause: DarkCause;
  readonly isOver: boolean;
  /** The time at which it reached the server, epoch ms: devices' clocks differ. */
  readonly atMs: number;
}

export interface PowerCutLimits {
  /** At least this many lifts of one community … */
  readonly lifts: number;
  /** … within this time. */
  readonly withinMs: number;
}

export interface PowerCut {
  /** The position of the signal that made it a power cut: it names the cut. */
  readonly position: number;
  /** The time at which that signal reached the server, epoch ms. */
  readonly atMs: number;
  /** The lifts that are still without power, in the order in which they lost it. */
  readonly elevatorIds: readonly number[];
  /** At least one controller says so; otherwise only the collectors' links are gone. */
  readonly isReported: boolean;
}

interface DarkLift {
  readonly sinceMs: number;
  readonly causes: ReadonlySet<DarkCause>;
}

/**
 * Returns the power cut that the signals of one community since its last one amount to; undefined unless enough of its lifts lost their power
 * close together and some still lack it. Depends on nothing but the signals' positions: the order in which they are handed over, and repeated
 * ones, change nothing.
 */
export function powerCutOf(signals: readonly PowerSignal[], { lifts, withinMs }: PowerCutLimits): PowerCut | undefined {
  const dark = new Map<number, DarkLift>();
  let began: Pick<PowerCut, 'position' | 'atMs'> | undefined;
  for (const signal of inLogOrder(signals)) {
    const { position, atMs, elevatorId } = signal;
    const lift = after(dark.get(elevatorId), signal);
    if (lift === undefined) dark.delete(elevatorId);
    else dark.set(elevatorId, lift);
    if (dark.size === 0) began = undefined;
    if (!signal.isOver && began === undefined && darkSince(dark, atMs - withinMs).length >= lifts)
      began = { position, atMs };
  }
  if (began === undefined) return undefined;
  const concerned = darkSince(dark, began.atMs - withinMs);
  return concerned.length === 0
    ? undefined
    : {
        ...began,
        elevatorIds: concerned.map(([elevatorId]) => elevatorId),
        isReported: concerned.some(([, { causes }]) => causes.has('41') || causes.has('46')),
      };
}

/** A lift that loses its collector minutes after its mains has been without power since the mains went. */
function after(lift: DarkLift | undefined, { cause, isOver, atMs }: PowerSignal): DarkLift | undefined {
  if (!isOver) return { sinceMs: lift?.sinceMs ?? atMs, causes: new Set([...(lift?.causes ?? []), cause]) };
  const left = new Set([...(lift?.causes ?? [])].filter((other) => other !== cause));
  return lift === undefined || left.size === 0 ? undefined : { ...lift, causes: left };
}

const darkSince = (dark: ReadonlyMap<number, DarkLift>, fromMs: number): readonly (readonly [number, DarkLift])[] =>
  [...dark].filter(([, { sinceMs }]) => sinceMs >= fromMs).sort(([, a], [, b]) => a.sinceMs - b.sinceMs);

const inLogOrder = (signals: readonly PowerSignal[]): readonly PowerSignal[] =>
  signals
    .toSorted((a, b) => a.position - b.position)
    .filter(({ position }, index, all) => position !== all[index - 1]?.position);
