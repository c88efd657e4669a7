import { setImmediate as nextTurn } from 'node:timers/promises';
import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { deviceTypes } from '../../../src/contract/deviceTypes.ts';
import type { Responsible } from '../../../src/contract/events/responsible.ts';
import { Turnstile } from '../../runtime/turnstile.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { areaIdsOfPath } from './areaPath.ts';
import type { BoundDevice } from '../domain.ts';
import type { Rereading } from './rereading.ts';
import { liftsWithResponsible, responsibleOf } from './responsible.ts';

/** A lift with everything that an event about it must carry. */
export interface ElevatorInfo {
  readonly id: number;
  readonly tag: string;
  readonly addr: string;
  readonly rescueCode: string;
  readonly sosTel: string;
  readonly isCity: boolean;
  /** No longer shown in the fleet's pictures; a call from it still rings. */
  readonly isScrapped: boolean;
  /** Epoch ms; null where no date is registered. */
  readonly installAtMs: number | null;
  readonly floorMin: number;
  readonly floorMax: number;
  readonly lng: number;
  readonly lat: number;
  /** A key of `siteTypeLabels`; empty if not entered. */
  readonly siteType: string;
  /** Its area and those above it. */
  readonly areaIds: readonly number[];
  readonly responsible: Responsible;
}

export interface CommunityInfo {
  readonly id: number;
  readonly name: string;
  readonly areaId: number;
  readonly areaName: string;
  readonly lng: number;
  readonly lat: number;
}

/** Some of the lifts: by their ids or tags, or those of communities or areas. */
export interface LiftChoice {
  readonly elevatorIds?: readonly number[];
  readonly tags?: readonly string[];
  readonly communityIds?: readonly number[];
  readonly areaIds?: readonly number[];
}

/** Lifts that are read in one turn of the event loop: a region of a hundred thousand must not hold up a call. */
const liftsAtOnce = 1_000;

/** The version for a device that was never bound, so that an installer can connect it before somebody binds it. */
export const firstSecretVersion = 1;

const byLift = (devices: readonly BoundDevice[]): Map<number, BoundDevice> =>
  new Map(devices.map((device) => [device.elevatorId, device]));

/** Base data in memory, so that an alarm waits for no query; loaded at start and after each change. */
export class Directory {
  #elevators = new Map<number, ElevatorInfo>();
  #communities: readonly CommunityInfo[] = [];
  #devices = new Map<string, BoundDevice>();
  #deviceList: readonly BoundDevice[] = [];
  #collectors = new Map<number, BoundDevice>();
  #terminals = new Map<number, BoundDevice>();
  /** Versions of the secrets of devices that were bound once, by key. */
  #unbound = new Map<string, number>();
  /** By their path: the lifts of an area share one list. */
  readonly #areaIds = new Map<string, readonly number[]>();
  #generation = 0;
  /** Reads one after the other, so that an earlier read does not replace what a later one found. */
  readonly #turn = new Turnstile(1);
  readonly #store: Pick<EventStore, 'rows'>;
  readonly #rereading: Pick<Rereading, 'again'> | undefined;

  private constructor(store: Pick<EventStore, 'rows'>, rereading: Pick<Rereading, 'again'> | undefined) {
    this.#store = store;
    this.#rereading = rereading;
  }

  /** `rereading` repeats later reads of lifts or of a device that fail. */
  static async load(store: Pick<EventStore, 'rows'>, rereading?: Pick<Rereading, 'again'>): Promise<Directory> {
    const directory = new Directory(store, rereading);
    await directory.reload();
    return directory;
  }

  /** Loads everything again: many lifts take long, and on SQLite everybody waits. */
  reload(): Promise<void> {
    return this.#turn.pass(() => this.#reloadAll());
  }

  /** Throws when the read fails; then it tries again in the background. */
  async #readInTurn(work: () => Promise<void>): Promise<void> {
    const read = () => this.#turn.pass(work);
    try {
      await read();
    } catch (error) {
      this.#rereading?.again(read);
      throw error;
    }
  }

  /** `page`: in order of their ids, at most `limit` of those after `afterId`. */
  async #readElevators(
    only: LiftChoice = {},
    page?: { readonly afterId: number; readonly limit: number },
  ): Promise<readonly (readonly [number, ElevatorInfo])[]> {
    const { elevatorIds, tags, communityIds, areaIds } = only;
    const rows = await liftsWithResponsible(this.#store.rows)
      .select([
        'e.id',
        'e.tag',
        'e.addr',
        'e.rescue_code',
        'e.sos_tel',
        'e.floor_min',
        'e.floor_max',
        'e.lng',
        'e.lat',
        'e.state',
        'e.install_at_ms',
        'a.is_city',
        'c.site_type',
      ])
      .$if(elevatorIds !== undefined, (query) => query.where('e.id', 'in', elevatorIds ?? []))
      .$if(tags !== undefined, (query) => query.where('e.tag', 'in', tags ?? []))
      .$if(communityIds !== undefined, (query) => query.where('c.id', 'in', communityIds ?? []))
      .$if(areaIds !== undefined, (query) => query.where('a.id', 'in', areaIds ?? []))
      .$if(page !== undefined, (query) =>
        query
          .where('e.id', '>', page?.afterId ?? 0)
          .orderBy('e.id')
          .limit(page?.limit ?? liftsAtOnce),
      )
      .execute();
    return rows.map((row) => [
      row.id,
      {
        id: row.id,
        tag: row.tag,
        addr: row.addr,
        rescueCode: row.rescue_code,
        sosTel: row.sos_tel,
        isCity: row.is_city === 1,
        isScrapped: row.state === liftStates.scrapped,
        installAtMs: row.install_at_ms,
        floorMin: row.floor_min,
        floorMax: row.floor_max,
        lng: row.lng,
        lat: row.lat,
        siteType: row.site_type,
        areaIds: this.#areaIdsOf(row.area_path),
        responsible: responsibleOf(row),
      },
    ]);
  }

  #areaIdsOf(path: string): readonly number[] {
    const areaIds = this.#areaIds.get(path) ?? areaIdsOfPath(path);
    this.#areaIds.set(path, areaIds);
    return areaIds;
  }

  #readCommunities(): Promise<readonly CommunityInfo[]> {
    return this.#store.rows
      .selectFrom('communities as c')
      .innerJoin('areas as a', 'a.id', 'c.area_id')
      .select(['c.id', 'c.name', 'c.lng', 'c.lat', 'a.id as areaId', 'a.name as areaName'])
      .orderBy('a.id')
      .orderBy('c.id')
      .execute();
  }

  async #reloadAll(): Promise<void> {
    this.#elevators = new Map(await this.#readElevators());
    this.#communities = await this.#readCommunities();
    this.#devices = new Map((await this.#readDevices()).map((device) => [device.deviceKey, device]));
    this.#deviceList = [...this.#devices.values()];
    this.#collectors = byLift(this.#deviceList.filter(({ deviceType }) => deviceType === 'COL'));
    this.#terminals = byLift(this.#deviceList.filter(({ isRescueTerminal }) => isRescueTerminal));
    this.#unbound = new Map(await this.#readUnbound());
    this.#generation += 1;
  }

  /** A camera of the lift that is in use; one that was switched off if there is no other. */
  cameraOf(elevatorId: number): BoundDevice | undefined {
    const cameras = this.#deviceList.filter(
      (device) => device.elevatorId === elevatorId && device.deviceType === 'CAM',
    );
    return cameras.find(({ isDisabled }) => !isDisabled) ?? cameras[0];
  }

  /** One device as it is now: bound, unbound, disabled, with another secret or at another pace. */
  reloadDevice(deviceKey: string): Promise<void> {
    return this.#readInTurn(async () => {
      const [device] = await this.#readDevices(deviceKey);
      const unbound = await this.#readUnbound(deviceKey);
      const before = this.#devices.get(deviceKey);
      if (before !== undefined) this.#forget(before);
      if (device === undefined) this.#devices.delete(deviceKey);
      else {
        this.#devices.set(deviceKey, device);
        if (device.deviceType === 'COL') this.#collectors.set(device.elevatorId, device);
        if (device.isRescueTerminal) this.#terminals.set(device.elevatorId, device);
      }
      this.#unbound.delete(deviceKey);
      for (const [key, version] of unbound) this.#unbound.set(key, version);
      this.#deviceList = [...this.#devices.values()];
    });
  }

  #forget({ deviceKey, elevatorId }: BoundDevice): void {
    for (const devices of [this.#collectors, this.#terminals])
      if (devices.get(elevatorId)?.deviceKey === deviceKey) devices.delete(elevatorId);
  }

  async #readUnbound(deviceKey?: string): Promise<readonly (readonly [string, number])[]> {
    const rows = await this.#store.rows
      .selectFrom('unbound_devices')
      .select(['device_key', 'secret_version'])
      .$if(deviceKey !== undefined, (query) => query.where('device_key', '=', deviceKey ?? ''))
      .execute();
    return rows.map((row) => [row.device_key, row.secret_version]);
  }

  /**
   * Reads these lifts again after a change of their base data, or of the communities and areas they stand in; drops lifts that
   * were removed.
   */
  reloadLifts(only: LiftChoice): Promise<void> {
    return this.#readInTurn(async () => {
      let afterId = Number.MIN_SAFE_INTEGER;
      const found = new Set<number>();
      for (let isMore = true; isMore;) {
        const lifts = await this.#readElevators(only, { afterId, limit: liftsAtOnce });
        for (const [id, elevator] of lifts) {
          this.#elevators.set(id, elevator);
          found.add(id);
        }
        isMore = lifts.length === liftsAtOnce;
        afterId = lifts.at(-1)?.[0] ?? afterId;
        if (isMore) await nextTurn();
      }
      for (const id of only.elevatorIds ?? []) if (!found.has(id)) this.#elevators.delete(id);
      if (only.communityIds !== undefined || only.areaIds !== undefined)
        this.#communities = await this.#readCommunities();
      this.#generation += 1;
    });
  }

  /** Gives the lifts of a renamed company its new name, without a read. */
  renameCompany(kind: 'brand' | 'property' | 'maintenance', companyId: number, name: string): Promise<void> {
    return this.#turn.pass(async () => {
      for (const [id, elevator] of this.#elevators) {
        const { responsible } = elevator;
        if (responsible[`${kind}Id`] === companyId)
          this.#elevators.set(id, { ...elevator, responsible: { ...responsible, [`${kind}Name`]: name } });
      }
      this.#generation += 1;
    });
  }

  async #readDevices(deviceKey?: string): Promise<readonly BoundDevice[]> {
    const rows = await this.#store.rows
      .selectFrom('devices as d')
      .leftJoin('device_report_periods as p', 'p.device_key', 'd.device_key')
      .selectAll('d')
      .select('p.report_period_seconds as told_period_seconds')
      .$if(deviceKey !== undefined, (query) => query.where('d.device_key', '=', deviceKey ?? ''))
      .execute();
    return rows.map((row) => ({
      deviceKey: row.device_key,
      elevatorId: row.elevator_id,
      deviceType: deviceTypes.find((type) => type === row.device_type) ?? 'OTHER',
      reportPeriodMs: (row.told_period_seconds ?? row.report_period_seconds) * 1_000,
      secretVersion: row.secret_version,
      vendor: row.vendor,
      isDisabled: row.is_disabled === 1,
      isRescueTerminal: row.is_rescue_terminal === 1,
    }));
  }

  /** Changes with each change of base data, which invalidates anything derived from it. */
  get generation(): number {
    return this.#generation;
  }

  elevator(id: number): ElevatorInfo | undefined {
    return this.#elevators.get(id);
  }

  elevators(): IterableIterator<ElevatorInfo> {
    return this.#elevators.values();
  }

  /** By area, then by community. */
  communities(): readonly CommunityInfo[] {
    return this.#communities;
  }

  device(deviceKey: string): BoundDevice | undefined {
    return this.#devices.get(deviceKey);
  }

  devices(): readonly BoundDevice[] {
    return this.#deviceList;
  }

  /** The version of the secret with which this device must sign in, bound or not. */
  secretVersionOf(deviceKey: string): number {
    return this.#devices.get(deviceKey)?.secretVersion ?? this.#unbound.get(deviceKey) ?? firstSecretVersion;
  }

  /** The device through which dispatchers speak to people in a lift, and which gets the news that the rescue is over. */
  rescueTerminalOf(elevatorId: number): BoundDevice | undefined {
    return this.#terminals.get(elevatorId);
  }

  /** The device that reports for a lift and takes its commands. */
  collectorOf(elevatorId: number): BoundDevice | undefined {
    return this.#collectors.get(elevatorId);
  }
}
