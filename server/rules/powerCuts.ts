import { deviceEvents } from '../../src/contract/events/device.ts';
import { incidentEvents } from '../../src/contract/events/incident.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { ExceptionSource } from '../../src/contract/exceptions.ts';
import { rulesActor } from '../domain/actors.ts';
import type { ElevatorInfo } from '../domain/city/directory.ts';
import { incidentLevels } from '../domain/records/exceptionLevels.ts';
import { powerCutOfLift, type OpenPowerCut } from '../domain/city/liftCondition.ts';
import { companiesKeyOf } from '../../src/machines/openExceptionKey.ts';
import { openException } from '../domain/records/openException.ts';
import { groupBy } from '../runtime/groupBy.ts';
import { KeyedTurns } from '../runtime/keyedTurns.ts';
import { stepUnlessOver, type ExceptionFollowUpParts } from './exceptionFollowUp.ts';
import { powerCutOf, type PowerCut, type PowerCutLimits } from '../domain/city/powerCut.ts';
import {
  childrenWithPower,
  childrenByPowerCut,
  communitiesInTheDark,
  haveSameCompanies,
  incidentsOfLift,
  openCuts,
  openPowerCutsOf,
  partsOfCuts,
  powerSignalsOf,
  singlesOf,
  type OpenPowerCutPart,
} from '../domain/city/powerCutRows.ts';

/**
 * Collectors that fall silent together may be a power cut, or the link of the whole city: that is judged so long after the last of
 * them. A controller that says so is believed at once.
 */
export const settleMs = 20_000;
/** The longest time since a lift lost its power for it to count at all: looking further back finds what was judged before. */
const lookBackMs = 15 * 60_000;
/** If at least this many communities, and this share of them, fall silent at once, the link is gone and not their power. */
const mostSilentCommunities = 20;
const mostSilentShare = 0.1;

interface Opening {
  readonly messageId: string;
  /** Signals up to here were judged. */
  readonly causationPosition: number;
}

/** The facts that the incidents of one power cut have in common. */
interface CutFacts {
  /** The name of the power cut. */
  readonly cut: string;
  readonly atMs: number;
  readonly isReported: boolean;
}

const mostRemembered = 1_000;

const openingBy = (position: number): Opening => ({
  messageId: `rule:power:${position}`,
  causationPosition: position,
});

const nameOfCut = (open: readonly OpenPowerCutPart[], position: number): string =>
  open.find(({ cut }) => cut !== null)?.cut ?? `signal-${position}`;

/**
 * Power cuts of communities. A power cut is recognised among all lifts of a community, of all companies. Each set of responsible
 * companies then has an incident of its own with its lifts as children, so that no company sees the cars of another.
 */
export class PowerCuts {
  readonly #parts: ExceptionFollowUpParts;
  /** Decisions about one community take turns. */
  readonly #turns = new KeyedTurns();
  readonly #judged = new Map<number, number>();
  /** The power cuts of which each company is known to have its incident. */
  readonly #opened = new Set<string>();

  constructor(parts: ExceptionFollowUpParts) {
    this.#parts = parts;
  }

  /**
   * A lift lost its power, or its collector: it joins the open power cut of its community, or makes one with others. False where
   * it stands alone.
   */
  async include(event: StoredEvent, elevator: ElevatorInfo, source: ExceptionSource): Promise<boolean> {
    return this.#turns.run(String(elevator.responsible.communityId), async () => {
      const { communityId } = elevator.responsible;
      const open = (await openPowerCutsOf(this.#parts.store, communityId)) ?? [];
      if (open.length > 0 && (await this.#join(open, elevator, source, event))) return true;
      if (source !== 'code') return false;
      const cut = await this.#cutOf(communityId, event.position, open);
      if (cut?.isReported !== true || !cut.elevatorIds.includes(elevator.id)) return false;
      await this.#open(cut, nameOfCut(open, cut.position), event.position);
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
   * Handles facts that no single event states: collectors that fell silent together, lifts that are back, and what a crash left undone.
   * Rejects with the first failure, after the rest.
   */
  async lookAround(): Promise<void> {
    const failures: unknown[] = [];
    const attempt = (work: Promise<void>) => work.catch((error: unknown) => void failures.push(error));
    await attempt(this.#restoreThoseBack());
    await attempt(this.#completeOpenings());
    await attempt(this.#absorbSingles());
    await attempt(this.#openSilentCommunities());
    if (failures.length > 0) throw failures[0];
  }

  /** Lifts whose companies have an open incident join it, so they count for no further power cut. */
  async #cutOf(communityId: number, upTo: number, open: readonly OpenPowerCutPart[]): Promise<PowerCut | undefined> {
    // An older incident has the lifts of all companies.
    if (open.some(({ cut }) => cut === null)) return undefined;
    const signals = await powerSignalsOf(this.#parts.store, { communityId, upTo });
    return powerCutOf(
      signals.filter(({ companies }) => !open.some((part) => haveSameCompanies(part.companies, companies))),
      this.#limits(),
    );
  }

  #limits(): PowerCutLimits {
    const { power_cut_lifts, power_cut_within_seconds } = this.#parts.settings.current();
    return { lifts: power_cut_lifts, withinMs: power_cut_within_seconds * 1_000 };
  }

  /**
   * The lift joins the open incident of its companies, or opens it. A lift that belongs to one already changes nothing, nor does an event
   * that is handled a second time: the opening of the power cut took account of what was known then, and earlier reports do not mean that a
   * lift that is back has lost its power again. Returns false if the lift stands alone.
   */
  async #join(
    open: readonly OpenPowerCutPart[],
    elevator: ElevatorInfo,
    source: ExceptionSource,
    event: StoredEvent,
  ): Promise<boolean> {
    const { store } = this.#parts;
    const { position } = event;
    const known = await incidentsOfLift(store, open, elevator.id);
    const last = known.find(({ isBack }) => !isBack) ?? known.at(-1);
    if (last !== undefined && (!last.isBack || position <= (await this.#backSince(last, elevator.id)))) {
      await this.#absorb(last.exceptionId, [elevator.id]);
      return true;
    }
    if (last === undefined && position <= (await this.#judgedUpTo(open))) return false;
    // An older incident has lifts of all companies, and each comes back to it.
    const own =
      open.find(({ companies }) => haveSameCompanies(companies, elevator.responsible)) ??
      known.find(({ cut }) => cut === null);
    if (own === undefined) return this.#openForOne(open, elevator, event);
    const isAgain = known.some(({ exceptionId }) => exceptionId === own.exceptionId);
    const { id, tag, addr } = elevator;
    const draft = {
      type: 'incident.joined',
      data: { elevatorId: id, tag, addr, source, ...(isAgain ? { isAgain } : {}) },
    };
    // Closed at this moment: the lift has lost its power since.
    if (!(await stepUnlessOver(this.#parts, own.stream, draft, openingBy(position)))) return false;
    await this.#absorb(own.exceptionId, [id]);
    return true;
  }

  /**
   * The power cut reaches the first lift of further companies. Those that have closed their incident of it are asked to look into their cars
   * again only by a power cut of their own lifts: returns false.
   */
  async #openForOne(
    open: readonly OpenPowerCutPart[],
    elevator: ElevatorInfo,
    { position, atMs }: StoredEvent,
  ): Promise<boolean> {
    const parts = await partsOfCuts(
      this.#parts.store,
      open.flatMap(({ cut }) => cut ?? []),
    );
    if (parts.some(({ companies }) => haveSameCompanies(companies, elevator.responsible))) return false;
    await this.#openPart([elevator], { cut: nameOfCut(open, position), atMs, isReported: true }, openingBy(position));
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

  /** The position of the log up to which signals were judged when the first of them was opened. */
  async #judgedUpTo(open: readonly OpenPowerCut[]): Promise<number> {
    return Math.min(...(await Promise.all(open.map((part) => this.#judgedBy(part)))));
  }

  async #judgedBy({ exceptionId, stream }: OpenPowerCut): Promise<number> {
    const known = this.#judged.get(exceptionId);
    if (known !== undefined) return known;
    const [opened] = await this.#parts.store.readStream(stream);
    const position = opened?.causationPosition ?? opened?.position ?? 0;
    if (this.#judged.size >= mostRemembered) this.#judged.clear();
    this.#judged.set(exceptionId, position);
    return position;
  }

  /** One incident for each set of companies, except those in `without`. Does nothing more when it is repeated. */
  async #open(
    { position, elevatorIds, atMs, isReported }: PowerCut,
    cut: string,
    causationPosition: number,
    without: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const lifts = elevatorIds.flatMap((id) => this.#parts.directory.elevator(id) ?? []);
    for (const [key, own] of groupBy(lifts, ({ responsible }) => companiesKeyOf(responsible)))
      if (!without.has(key))
        await this.#openPart(
          own,
          { cut, atMs, isReported },
          {
            messageId: `rule:powerCut:${position}:${key}`,
            causationPosition,
          },
        );
    if (this.#opened.size >= mostRemembered) this.#opened.clear();
    this.#opened.add(cut);
  }

  /** The incident of lifts that have the same companies. */
  async #openPart(
    lifts: readonly ElevatorInfo[],
    { cut, atMs, isReported }: CutFacts,
    opening: Opening,
  ): Promise<void> {
    const [first] = lifts;
    if (first === undefined) return;
    const { exceptionId } = await openException(this.#parts, {
      type: 4,
      kind: 'powerCut',
      children: lifts.map(({ id, tag, addr }) => ({ elevatorId: id, tag, addr })),
      cut,
      elevator: first,
      source: 'group',
      deviceKey: '',
      code: '',
      level: incidentLevels.powerCut,
      alarmId: null,
      actor: rulesActor,
      atMs,
      late: false,
      ...(isReported ? {} : { note: '依据采集器同时离线判断，请先核实是否停电' }),
      ...opening,
    });
    await this.#absorb(
      exceptionId,
      lifts.map(({ id }) => id),
    );
  }

  /** A crash or an error came between the incidents of one power cut: some companies have theirs, others do not. */
  async #completeOpenings(): Promise<void> {
    const { store } = this.#parts;
    for (const { communityId, cut: name } of await openCuts(store)) {
      if (this.#opened.has(name)) continue;
      await this.#turns.run(String(communityId), async () => {
        const all = (await openPowerCutsOf(store, communityId)) ?? [];
        const open = all.filter(({ cut }) => cut === name);
        // Beside an older incident, which has the lifts of all companies, each opens with its first lift.
        if (open.length < all.length || open.length === 0) return;
        const judged = await this.#judgedUpTo(open);
        const cut = await this.#cutOf(communityId, judged, []);
        const known = await partsOfCuts(store, [name]);
        if (cut !== undefined)
          await this.#open(cut, name, judged, new Set(known.map(({ companies }) => companiesKeyOf(companies))));
        else this.#opened.add(name);
      });
    }
  }

  /** Their own incidents end: the power cut is the one place to look after them. */
  async #absorb(incidentId: number, elevatorIds: readonly number[]): Promise<void> {
    for (const stream of await singlesOf(this.#parts.store, elevatorIds))
      await stepUnlessOver(this.#parts, stream, { type: 'incident.absorbed', data: { incidentId } });
  }

  /** Records that these lifts, or any, have their power back. */
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
        const open = (await openPowerCutsOf(store, communityId)) ?? [];
        const cut = await this.#cutOf(communityId, upTo, open);
        if (cut === undefined || cut.elevatorIds.length < lifts) return;
        if (!cut.isReported && clock.nowMs() - cut.atMs < settleMs) return;
        await this.#open(cut, nameOfCut(open, cut.position), upTo);
      });
  }
}
