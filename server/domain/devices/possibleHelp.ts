import { plainReason } from '../../../src/contract/possibleHelp.ts';
import { gatewayActor } from '../actors.ts';
import { everyAnswerer } from '../records/answerers.ts';
import type { DecisionParts } from '../decide.ts';
import type { Directory, ElevatorInfo } from '../city/directory.ts';
import { NotifiedPeople } from '../records/notifiedPeople.ts';

/** One device that keeps saying what nobody can read is reported once in this time. */
const periodMs = 600_000;

export interface PossibleHelpParts extends DecisionParts {
  readonly directory: Directory;
}

/**
 * No one is rung for what cannot be read, but users who may answer calls get a notice of it: one for each source and
 * period. Sources that had theirs are known in memory, so that a device which sends a thousand such messages costs the
 * store one append, and not a read of all users for each.
 */
export class NoticesOfPossibleHelp {
  readonly #parts: PossibleHelpParts;
  readonly #people: NotifiedPeople;
  #slot = 0;
  /** Entries of this period, at most one for each registered device. True once it is kept that someone was told. */
  readonly #told = new Map<string, Promise<boolean>>();

  constructor(parts: PossibleHelpParts) {
    this.#parts = parts;
    this.#people = new NotifiedPeople(parts);
  }

  /** Rejects where the store does; the next message then tries again. */
  async tell(deviceKey: string, reason: string): Promise<void> {
    const { directory, clock } = this.#parts;
    const slot = Math.floor(clock.nowMs() / periodMs);
    if (slot !== this.#slot) this.#told.clear();
    this.#slot = slot;
    const elevator = directory.elevator(directory.device(deviceKey)?.elevatorId ?? -1);
    // Names that nobody knows can be made up without end: they count as one.
    const source = elevator === undefined ? 'unknown' : deviceKey;
    const known = this.#told.get(source);
    if (known !== undefined) {
      await known;
      return;
    }
    const telling = this.#append(elevator, source, slot, reason);
    this.#told.set(source, telling);
    const forget = () => {
      if (this.#told.get(source) === telling) this.#told.delete(source);
    };
    try {
      if (!(await telling)) forget();
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** False where no one may answer calls yet. */
  async #append(elevator: ElevatorInfo | undefined, source: string, slot: number, reason: string): Promise<boolean> {
    const { store, clock } = this.#parts;
    const userIds = await (elevator === undefined
      ? everyAnswerer(store)
      : this.#people.atLevel(0, elevator.responsible));
    if (userIds.length === 0) return false;
    await store.append({
      stream: `notice-quarantine-${source}-${slot}`,
      expectedVersion: 'any',
      actor: gatewayActor,
      messageId: `quarantine:${source}:${slot}`,
      events: [
        {
          type: 'notice.raised',
          atMs: clock.nowMs(),
          data: {
            title: `疑似求救：${elevator?.tag ?? '未知设备'}`,
            detail:
              elevator === undefined
                ? `收到一条无法识别的设备消息，可能是求救（${plainReason(reason)}）。请在救援呼叫中心查看原文，并联系管理员核实设备`
                : `${elevator.responsible.communityName} ${elevator.addr}：消息无法识别，可能是求救（${plainReason(reason)}）。请致电轿厢 ${elevator.sosTel} 核实`,
            level: 0,
            rescueOrderId: null,
            elevatorId: elevator?.id ?? null,
            userIds: [...userIds],
          },
        },
      ],
    });
    return true;
  }
}
