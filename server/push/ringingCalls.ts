import { newRescueOrderText } from '../../src/contract/push.ts';
import type { Directory } from '../domain/directory.ts';
import { responsibilityOf } from '../domain/recordScope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { Announcement } from './frames.ts';
import { ringingEventOf } from './ringingEvent.ts';

export interface RingingCall {
  readonly orderId: number;
  readonly announcement: Announcement;
}

/** Open calls that nobody has answered, as the rows say: what is said again every ten seconds, and to everyone who signs in. */
export class RingingCalls {
  readonly #store: EventStore;
  readonly #directory: Pick<Directory, 'elevator'>;
  #calls: readonly RingingCall[] = [];

  constructor({ store, directory }: { readonly store: EventStore; readonly directory: Pick<Directory, 'elevator'> }) {
    this.#store = store;
    this.#directory = directory;
  }

  /** Oldest first. */
  get list(): readonly RingingCall[] {
    return this.#calls;
  }

  async refresh(): Promise<void> {
    const rows = await this.#store.rows.selectFrom('rescue_orders').selectAll().where('is_open', '=', 1).where('stage', '=', 'pending').orderBy('raised_at_ms').execute();
    this.#calls = rows.map((row) => {
      const then = responsibilityOf(row);
      const elevator = this.#directory.elevator(row.elevator_id);
      const call = {
        orderId: row.id, elevatorId: row.elevator_id, tag: row.tag, addr: row.addr, trigger: row.trigger, communityName: row.community_name, fullArea: row.full_area,
        raisedAtMs: row.raised_at_ms, responsibility: then,
      };
      const event = ringingEventOf(call, { sosTel: elevator?.sosTel ?? '', noticeLevel: row.notice_level, reminder: true });
      const responsibilities = elevator === undefined ? [then] : [then, elevator.responsible];
      return {
        orderId: row.id,
        announcement: new Announcement({ event, text: newRescueOrderText(row.elevator_id), audience: { kind: 'responsible', permission: 'rescue.answer', responsibilities } }, this.#store.epoch),
      };
    });
  }
}
