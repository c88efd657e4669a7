import { deviceEvents } from '../../src/contract/events/device.ts';
import { incidentEvents } from '../../src/contract/events/incident.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { ExceptionSource } from '../../src/contract/exceptions.ts';
import { rulesActor } from '../domain/actors.ts';
import type { ElevatorInfo } from '../domain/directory.ts';
import { incidentLevels } from '../domain/exceptionLevels.ts';
import { powerCutOfLift, type OpenPowerCut } from '../domain/liftCondition.ts';
import { openException } from '../domain/openException.ts';
import { KeyedTurns } from '../runtime/keyedTurns.ts';
import { stepUnlessOver, type ExceptionRuleParts } from './exceptionRule.ts';
import { powerCutOf, type PowerCut, type PowerCutLimits } from '../domain/powerCut.ts';
import {
  childOf,
  childrenWithPower,
  childrenByPowerCut,
  communitiesInTheDark,
  openPowerCutOf,
  powerSignalsOf,
  singlesOf,
} from '../domain/powerCutRows.ts';

/**
 * Collectors that fall silent together may be a power cut, or the link of the whole city: that is judged so long after the last of
 * them. A controller that says so is believed at once.
 */
export const settleMs = 20_000;
/** How long ago a lift may have lost its power to count at all: looking further back finds what was judged before. */
const lookBackMs = 15 * 60_000;
/** When so many communities fall silent at once, and at least this share of them, the link is gone and not their power. */
const mostSilentCommunities = 20;
const mostSilentShare = 0.1;

interface Opening {
  readonly messageId: string;
  /** Signals up to here were judged. */
  readonly causationPosition: number;
}

const mostRemembered = 1_000;

const openingBy = (position: number): Opening => ({
  messageId: `rule:power:${position}`,
  causationPosition: position,
});

/** Power cuts of communities: each is one incident with its lifts as children, for as long as it is open. */
export class PowerCuts {
  readonly #parts: ExceptionRuleParts;
  /** What is decided about one community is decided in turn. */
  readonly #turns = new KeyedTurns();
  readonly #judged = new Map<number, number>();

  constructor(parts: ExceptionRuleParts) {
    this.#parts = parts;
  }

  /**
   * A lift lost its power, or its collector: it joins the open power cut of its community, or makes one with others. False where
   * it stands alone.
   */
  async include(event: StoredEvent, elevator: ElevatorInfo, source: ExceptionSource): Promise<boolean> {
    return this.#turns.run(String(elevator.responsible.communityId), async () => {
      const { communityId } = elevator.responsible;
      const open = await openPowerCutOf(this.#parts.store, communityId);
      if (open !== undefined) return this.#join(open, elevator, source, event);
      if (source !== 'code') return false;
      const cut = await this.#cutOf(communityId, event.position);
      if (cut?.isReported !== true || !cut.elevatorIds.includes(elevator.id)) return false;
      await this.#open(cut, openingBy(event.position));
      return true;
    });
  }

  /** The controller of a lift says that its mains are back. */
  async restore(event: StoredEvent): Promise<void> {
    const { elevatorId } = deviceEvents['device.codeCleared'].parse(event.data);
    const cut = await powerCutOfLift(this.#parts.store, elevatorId);
    if (cut !== undefined) await this.#restoreThoseBack([elevatorId]);
  }

  /**
   * What no single event says: collectors that fell silent together, lifts that are back, and what a crash left undone. Rejects with
   * the first failure, after the rest.
   */
  async lookAround(): Promise<void> {
    const failures: unknown[] = [];
    const attempt = (work: Promise<void>) => work.catch((error: unknown) => void failures.push(error));
    await attempt(this.#restoreThoseBack());
    await attempt(this.#absorbSingles());
    await attempt(this.#openSilentCommunities());
    if (failures.length > 0) throw failures[0];
  }

  async #cutOf(communityId: number, upTo: number): Promise<PowerCut | undefined> {
    return powerCutOf(await powerSignalsOf(this.#parts.store, { communityId, upTo }), this.#limits());
  }

  #limits(): PowerCutLimits {
    const { power_cut_lifts, power_cut_within_seconds } = this.#parts.settings.current();
    return { lifts: power_cut_lifts, withinMs: power_cut_within_seconds * 1_000 };
  }

  /**
   * A lift that belongs to it already changes nothing, nor does an event that is handled a second time: the opening of the power cut
   * took account of what was known then, and earlier reports do not mean that a lift that is back has lost its power again.
   * Returns false if the lift stands alone.
   */
  async #join(
    open: OpenPowerCut,
    { id, tag, addr }: ElevatorInfo,
    source: ExceptionSource,
    { position }: StoredEvent,
  ): Promise<boolean> {
    const child = await childOf(this.#parts.store, open.exceptionId, id);
    if (child === undefined && position <= (await this.#judgedUpTo(open))) return false;
    const isNews = child === undefined || (child.isBack && position > (await this.#backSince(open, id)));
    const draft = {
      type: 'incident.joined',
      data: { elevatorId: id, tag, addr, source, ...(child === undefined ? {} : { isAgain: true }) },
    };
    // Closed at this moment: the lift has lost its power since.
    if (isNews && !(await stepUnlessOver(this.#parts, open.stream, draft, openingBy(position)))) return false;
    await this.#absorb(open.exceptionId, [id]);
    return true;
  }

  /** The position of the event that says that the lift is back. */
  async #backSince({ stream }: OpenPowerCut, elevatorId: number): Promise<number> {
    const events = await this.#parts.store.readStream(stream);
    const back = events.findLast(
      ({ type, data }) =>
        type === 'incident.restored' && incidentEvents['incident.restored'].parse(data).elevatorId === elevatorId,
    );
    return back?.position ?? 0;
  }

  /** The position of the log up to which signals were judged when it was opened. */
  async #judgedUpTo({ exceptionId, stream }: OpenPowerCut): Promise<number> {
    const known = this.#judged.get(exceptionId);
    if (known !== undefined) return known;
    const [opened] = await this.#parts.store.readStream(stream);
    const position = opened?.causationPosition ?? opened?.position ?? 0;
    if (this.#judged.size >= mostRemembered) this.#judged.clear();
    this.#judged.set(exceptionId, position);
    return position;
  }

  async #open(cut: PowerCut, opening: Opening): Promise<void> {
    const lifts = cut.elevatorIds.flatMap((id) => this.#parts.directory.elevator(id) ?? []);
    const [first] = lifts;
    if (first === undefined) return;
    const { exceptionId } = await openException(this.#parts, {
      type: 4,
      kind: 'powerCut',
      children: lifts.map(({ id, tag, addr }) => ({ elevatorId: id, tag, addr })),
      elevator: first,
      source: 'group',
      deviceKey: '',
      code: '',
      level: incidentLevels.powerCut,
      alarmId: null,
      actor: rulesActor,
      atMs: cut.atMs,
      late: false,
      ...(cut.isReported ? {} : { note: '依据采集器同时离线判断，请先核实是否停电' }),
      ...opening,
    });
    await this.#absorb(
      exceptionId,
      lifts.map(({ id }) => id),
    );
  }

  /** Their own incidents end: the power cut is the one place to look after them. */
  async #absorb(incidentId: number, elevatorIds: readonly number[]): Promise<void> {
    for (const stream of await singlesOf(this.#parts.store, elevatorIds))
      await stepUnlessOver(this.#parts, stream, { type: 'incident.absorbed', data: { incidentId } });
  }

  /** Of these lifts, or of all. */
  async #restoreThoseBack(elevatorIds?: readonly number[]): Promise<void> {
    for (const { elevatorId, stream } of await childrenWithPower(this.#parts.store, elevatorIds)) {
      const tag = this.#parts.directory.elevator(elevatorId)?.tag;
      await stepUnlessOver(this.#parts, stream, {
        type: 'incident.restored',
        data: { elevatorId, ...(tag === undefined ? {} : { tag }) },
      });
    }
  }

  /** A crash came between the power cut and what it ends. */
  async #absorbSingles(): Promise<void> {
    for (const [exceptionId, elevatorIds] of await childrenByPowerCut(this.#parts.store))
      await this.#absorb(exceptionId, elevatorIds);
  }

  async #openSilentCommunities(): Promise<void> {
    const { store, clock, directory } = this.#parts;
    const { lifts } = this.#limits();
    const candidates = await communitiesInTheDark(store, { lifts, sinceMs: clock.nowMs() - lookBackMs });
    if (candidates.length > Math.max(mostSilentCommunities, directory.communities().length * mostSilentShare)) return;
    const upTo = await store.head();
    for (const communityId of candidates)
      await this.#turns.run(String(communityId), async () => {
        if ((await openPowerCutOf(store, communityId)) !== undefined) return;
        const cut = await this.#cutOf(communityId, upTo);
        if (cut === undefined || cut.elevatorIds.length < lifts) return;
        if (!cut.isReported && clock.nowMs() - cut.atMs < settleMs) return;
        await this.#open(cut, { messageId: `rule:powerCut:${cut.position}`, causationPosition: upTo });
      });
  }
}
