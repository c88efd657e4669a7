import { bulletinFields, type BulletinValues } from '../../../src/contract/bulletin/bulletinComments.ts';
import { bulletinEvents, type FrozenBulletin } from '../../../src/contract/events/bulletin.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { addMonths, dayOf } from '../../../src/contract/time.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { Scope } from '../../access/scope.ts';
import { VersionConflictError } from '../../store/eventStore.ts';
import { Refusal } from '../refusal.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { takenValue } from '../rows/takenValue.ts';

export interface BulletinKey {
  readonly month: string;
  /** Null for the whole city. */
  readonly areaId: number | null;
}

/** The frozen versions of a bulletin: the version of an event in its stream is that of the bulletin. */
export const issuesOf = ({ month, areaId }: BulletinKey): string =>
  streamName('bulletinIssue', `${month}.${areaId ?? 'all'}`);

/** A bulletin belongs to the users who look after all of its region. */
export const holdsBulletin = (scope: Scope, areaId: number | null): boolean =>
  scope.kind === 'all' || (areaId !== null && scope.areaIds.includes(areaId));

/** The first day on which the month's bulletin can be frozen: that of the next month. */
const freezableFrom = (month: string): string => `${addMonths(month, 1)}-01`;

/** Returns the reason why a month's bulletin cannot be frozen yet; undefined where it can. `firstDay` is that of the first record. */
export function freezeProblem(month: string, firstDay: string | null, nowMs: number): string | undefined {
  const from = freezableFrom(month);
  if (dayOf(nowMs) < from) return `本月尚未结束，${from} 起可以定稿`;
  return firstDay === null || firstDay >= from ? '这个月没有任何救援记录，不能定稿' : undefined;
}

export interface BulletinDesk {
  readonly comments: RowDesk<BulletinValues>;
  /** Writes the next version. `lastVersion` is the newest that the editor knows. Throws Refusal where there is a newer one. */
  freeze(
    by: Principal,
    frozen: Omit<FrozenBulletin, 'version'> & { readonly lastVersion: number },
  ): Promise<{ version: number }>;
}

/** Comments on bulletins, and their frozen versions, which are events that nothing changes or removes. */
export function createBulletinDesk(parts: RowDeskParts<BulletinValues>): BulletinDesk {
  const { store, clock } = parts;
  const comments = rowDesk<BulletinValues>(
    rowResource({
      noun: '月报评注',
      kind: 'bulletin',
      table: 'bulletins',
      fields: bulletinFields,
      // oxlint-disable-next-line require-yield -- the values say it all
      *isInScope(by, { values }) {
        return holdsBulletin(by.scope, values.area_id);
      },
      problems: takenValue('month', '他人刚刚保存了评注，请刷新后再改', (queries, { month, area_id: areaId }) =>
        queries
          .selectFrom('bulletins')
          .select('id')
          .where('month', '=', month)
          .where('area_id', 'is not distinct from', areaId),
      ),
    }),
    parts,
  );
  return {
    comments,
    async freeze(by, { lastVersion, ...rest }) {
      const data = bulletinEvents['bulletin.frozen'].parse({ ...rest, version: lastVersion + 1 });
      try {
        const { version } = await store.append({
          stream: issuesOf(rest),
          expectedVersion: lastVersion === 0 ? 'none' : lastVersion,
          actor: actorOf(by),
          events: [{ type: 'bulletin.frozen', atMs: clock.nowMs(), data }],
        });
        return { version };
      } catch (error) {
        if (!(error instanceof VersionConflictError)) throw error;
        throw new Refusal('他人刚刚定稿了这份月报，请刷新后核对新版本', refusalCodes.conflict);
      }
    },
  };
}
