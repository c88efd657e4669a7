import { createDeviceDesk } from '../../../server/domain/devices/deviceDesk.ts';
import { rulesActor } from '../../../server/domain/actors.ts';
import { createDomain, type LoadedDomain } from '../../../server/domain/createDomain.ts';
import type { BoundDevice } from '../../../server/domain/domain.ts';
import { openException, type ExceptionSubjectWish } from '../../../server/domain/records/openException.ts';
import { unlessRefused } from '../../../server/domain/refusal.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { stepUnlessOver } from '../../../server/rules/exceptionFollowUp.ts';
import type { VirtualClock } from '../../../server/runtime/virtualClock.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import type { DeviceAlarmKind } from '../../../src/contract/labels.ts';
import { addLifts } from '../moreLifts.ts';
import { principalOf, smallCity, writeSmallCity } from '../smallCity.ts';
import { replayLifts, type Happening, type ReplayLift } from './replayHistories.ts';

const besideId = 103;
const keyOf = (id: number): string => `COL000${id}`;
const idOf = { near: smallCity.lift.id, beside: besideId, far: smallCity.farLift.id } as const;
/** Limits so short that work that waits for a person becomes overdue within a history. */
const limits = { scooter_limit_minutes: 2, fault_limit_minutes: 2, incident_limit_minutes: 2 };

const subjects = {
  scooter: { type: 2, isDoorHeld: false },
  fault: { type: 3, phenomenon: 'brake', rescueOrderId: null },
  inspection: { type: 4, kind: 'inspection' },
  powerLoss: { type: 4, kind: 'powerLoss' },
} as const satisfies Record<string, ExceptionSubjectWish>;
type Subject = keyof typeof subjects;
const causeOf = {
  scooter: 'scooter',
  fault: 'fault:brake',
  inspection: 'incident:inspection',
  powerLoss: 'incident:powerLoss',
} as const satisfies Record<Subject, string>;
const powerCutCause = 'incident:powerCut';

interface OpenRow {
  readonly exceptionId: number;
  readonly stream: string;
  readonly place: string;
  readonly cause: string;
}

/** Three lifts in which a history happens: by what devices report, the server concludes and people do. */
export class ReplayCity {
  readonly domain: LoadedDomain;
  readonly #store: EventStore;
  readonly #clock: VirtualClock;
  readonly #by: Principal;
  #said = 0;

  private constructor(store: EventStore, clock: VirtualClock, domain: LoadedDomain, by: Principal) {
    this.#store = store;
    this.#clock = clock;
    this.domain = domain;
    this.#by = by;
  }

  static async found(store: EventStore, clock: VirtualClock): Promise<ReplayCity> {
    await writeSmallCity(store);
    await addLifts(store, { firstId: besideId, count: 1, deviceKeyOf: keyOf, periodSeconds: 5 });
    const by = await principalOf(store, smallCity.users.super);
    return new ReplayCity(store, clock, await createDomain({ store, clock }), by);
  }

  /** Ends what is open, restores the power and lets every device report. */
  async rest(): Promise<void> {
    for (const open of await this.#openExceptions()) await this.#close(open);
    for (const lift of replayLifts) {
      await this.#complete(lift);
      if (this.#device(lift).isDisabled) await this.#switch(lift);
      await this.domain.devices.recordReported(this.#device(lift), 0);
    }
  }

  /** A call for help from the far lift. */
  call(): Promise<unknown> {
    return this.#report({ lift: 'far', kind: 'SOS', clockOffMs: 0 });
  }

  async happen(one: Happening): Promise<void> {
    switch (one.what) {
      case 'report':
        await this.#report(one);
        return;
      case 'completed':
        return this.#complete(one.lift);
      case 'code':
        return this.#reportCode(one);
      case 'lost':
        return this.domain.devices.recordLost(this.#device(one.lift), 'disconnected');
      case 'back':
        return this.domain.devices.recordReported(this.#device(one.lift), 0);
      case 'flutters':
        return this.#flutter(one.lift);
      case 'switched':
        return this.#switch(one.lift);
      case 'cut':
        return this.#cutPower(one.both ? ['near', 'beside'] : [one.lift]);
      case 'restored':
        return this.#restorePower(one.both ? ['near', 'beside'] : [one.lift]);
      case 'powerBack':
        for (const open of await this.#openExceptions()) if (open.cause === powerCutCause) await this.#close(open);
        return;
      case 'opened':
        return this.#open(one.lift, one.type);
      case 'overdue':
        return this.#passDeadlines();
      case 'closed': {
        const open = await this.#openOf(one.lift, one.type);
        if (open !== undefined) await this.#close(open);
      }
    }
  }

  #device(lift: ReplayLift): BoundDevice & { readonly isDisabled: boolean } {
    const device = this.domain.directory.device(keyOf(idOf[lift]));
    if (device === undefined) throw new Error(`the lift ${lift} has lost its device`);
    return device;
  }

  #report({
    lift,
    kind,
    cleared = false,
    level,
    clockOffMs,
  }: {
    readonly lift: ReplayLift;
    readonly kind: DeviceAlarmKind;
    readonly cleared?: boolean;
    readonly level?: 1 | 2 | undefined;
    readonly clockOffMs: number;
  }): Promise<unknown> {
    return this.domain.devices.recordEvent(this.#device(lift), {
      id: `r-${(this.#said += 1)}`,
      at: this.#clock.nowMs() + clockOffMs,
      kind,
      ...(cleared ? { cleared: true as const } : {}),
      ...(level === undefined ? {} : { level }),
    });
  }

  #reportCode({ lift, code, cleared, times, clockOffMs }: Extract<Happening, { what: 'code' }>): Promise<void> {
    return this.domain.devices.recordCode(this.#device(lift), {
      kind: cleared ? 'cleared' : 'raised',
      code,
      vendorCode: code,
      times,
      atMs: this.#clock.nowMs() + clockOffMs,
      messageId: `c-${(this.#said += 1)}`,
    });
  }

  async #complete(lift: ReplayLift): Promise<void> {
    const open = await this.#store.rows
      .selectFrom('alarms')
      .select('id')
      .where('elevator_id', '=', idOf[lift])
      .where('status', 'not in', [1, 2])
      .execute();
    for (const { id } of open) await this.domain.alarms.handle(this.#by, id, { event: 'alarm.completed', data: {} });
  }

  async #flutter(lift: ReplayLift): Promise<void> {
    const { devices } = this.domain;
    for (let flip = 0; flip < 2; flip += 1) {
      await devices.recordSilent(this.#device(lift), 3);
      await devices.recordReported(this.#device(lift), 0);
    }
  }

  async #switch(lift: ReplayLift): Promise<void> {
    const desk = createDeviceDesk({
      store: this.#store,
      clock: this.#clock,
      directory: this.domain.directory,
      commands: this.domain.commands,
      disconnectDevice: () => {},
    });
    const { deviceKey, isDisabled } = this.#device(lift);
    if (isDisabled) await desk.enable(this.#by, deviceKey, '检修');
    else await desk.disable(this.#by, deviceKey, '检修');
  }

  #elevator(lift: ReplayLift) {
    const elevator = this.domain.directory.elevator(idOf[lift]);
    if (elevator === undefined) throw new Error(`the lift ${lift} has gone`);
    return elevator;
  }

  async #openExceptions(): Promise<readonly OpenRow[]> {
    const rows = await this.#store.rows
      .selectFrom('open_exceptions')
      .select(['exception_id', 'stream', 'place', 'cause_key'])
      .execute();
    return rows.map(({ exception_id: exceptionId, stream, place, cause_key: cause }) => ({
      exceptionId,
      stream,
      place,
      cause,
    }));
  }

  async #openOf(lift: ReplayLift, subject: Subject): Promise<OpenRow | undefined> {
    const found = await this.#openExceptions();
    return found.find(({ place, cause }) => place === `lift-${idOf[lift]}` && cause === causeOf[subject]);
  }

  get #parts() {
    const { settings } = this.domain;
    return {
      store: this.#store,
      clock: this.#clock,
      settings: { ...settings, current: () => ({ ...settings.current(), ...limits }) },
    };
  }

  async #openSubject(lift: ReplayLift, subject: ExceptionSubjectWish): Promise<void> {
    await openException(this.#parts, {
      ...subject,
      elevator: this.#elevator(lift),
      source: 'code',
      deviceKey: keyOf(idOf[lift]),
      code: '',
      level: 2,
      alarmId: null,
      actor: rulesActor,
      atMs: this.#clock.nowMs(),
      late: false,
      messageId: `x-${(this.#said += 1)}`,
    });
  }

  #open(lift: ReplayLift, subject: Subject): Promise<void> {
    return this.#openSubject(lift, subjects[subject]);
  }

  /** Refused, and so without effect, before it is due. */
  async #passDeadlines(): Promise<void> {
    for (const { stream } of await this.#openExceptions()) {
      const prefix = stream.slice(0, stream.indexOf('-'));
      await stepUnlessOver(this.#parts, stream, { type: `${prefix}.deadlinePassed`, data: { kind: 'handle' } });
    }
  }

  async #cutPower(lifts: readonly ReplayLift[]): Promise<void> {
    const children = lifts.map((lift) => {
      const { id, tag, addr } = this.#elevator(lift);
      return { elevatorId: id, tag, addr };
    });
    const open = (await this.#openExceptions()).find(({ cause }) => cause === powerCutCause);
    if (open === undefined) await this.#openSubject(lifts[0] ?? 'near', { type: 4, kind: 'powerCut', children });
    else
      for (const child of children)
        await stepUnlessOver(this.#parts, open.stream, { type: 'incident.joined', data: { ...child, source: 'code' } });
    const cut = open ?? (await this.#openExceptions()).find(({ cause }) => cause === powerCutCause);
    for (const lift of lifts) {
      const single = await this.#openOf(lift, 'powerLoss');
      if (single !== undefined && cut !== undefined)
        await stepUnlessOver(this.#parts, single.stream, {
          type: 'incident.absorbed',
          data: { incidentId: cut.exceptionId },
        });
    }
  }

  async #restorePower(lifts: readonly ReplayLift[]): Promise<void> {
    const open = (await this.#openExceptions()).find(({ cause }) => cause === powerCutCause);
    if (open === undefined) return;
    for (const lift of lifts)
      await stepUnlessOver(this.#parts, open.stream, {
        type: 'incident.restored',
        data: { elevatorId: idOf[lift], tag: this.#elevator(lift).tag },
      });
  }

  async #close({ exceptionId: id, stream, cause }: OpenRow): Promise<void> {
    const { exceptions } = this.domain;
    if (stream.startsWith('scooter-'))
      await exceptions.step(this.#by, { id, event: 'scooter.judgedFalse', data: { reason: '误报' } });
    else if (stream.startsWith('fault-'))
      await exceptions.step(this.#by, { id, event: 'fault.judgedFalse', data: { reason: '误报' } });
    else if (cause !== powerCutCause) await stepUnlessOver(this.#parts, stream, { type: 'incident.ended', data: {} });
    else {
      for (const elevatorId of Object.values(idOf))
        await unlessRefused(
          exceptions.step(this.#by, { id, event: 'incident.swept', data: { elevatorId, way: 'camera' } }),
        );
      await exceptions.step(this.#by, { id, event: 'incident.closed', data: {} });
    }
  }
}
