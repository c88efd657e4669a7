import { bulletinSheets, bulletinTitle, type WrittenBulletin } from '../../../src/contract/bulletin/bulletinSheets.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { permissionLabels } from '../../../src/contract/permissions.ts';
import { subjectFacts } from '../../../src/contract/statistics/subjects.ts';
import type { Principal } from '../../access/principal.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import { createBulletinDesk, freezeProblem } from '../../domain/base/bulletin.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findComments } from '../../queries/bulletin/findComments.ts';
import {
  findBulletin,
  noComments,
  readDraft,
  readFrozen,
  type BulletinQuery,
} from '../../queries/bulletin/readBulletin.ts';
import { readBulletinContent } from '../../queries/bulletin/readContent.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import { writeWorkbook } from '../../spreadsheet/writeSheet.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { SentFile, xlsxMime } from '../sentFile.ts';

type BulletinHandlers = Pick<
  Handlers,
  'bulletinDraft' | 'bulletinVersion' | 'bulletinComment' | 'bulletinFreeze' | 'bulletinFile'
>;

export interface BulletinHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: SealedIds;
  readonly onTrouble: OnTrouble;
}

/** Users who may not see the records may not see the sums of them either. */
function requireRecords({ permissions }: Principal): void {
  const { permission } = subjectFacts.trap;
  if (!permissions.has(permission))
    throw new Refusal(
      `月报由救援单统计而来，需要“${permissionLabels[permission]}”权限，请联系管理员`,
      refusalCodes.notAllowedNow,
    );
}

export function bulletinHandlers(parts: BulletinHandlerParts): BulletinHandlers {
  const { store, clock } = parts;
  const desk = createBulletinDesk(parts);

  /** The bulletin to comment on or to freeze: of a region, or of the whole city. */
  async function keptBulletin(by: Principal, query: BulletinQuery) {
    requireRecords(by);
    const found = await findBulletin(store, by, query, clock.nowMs());
    if (!found.areas.isKept) throw new Refusal('评注与定稿按区域进行，请先选择区域', refusalCodes.notAllowedNow);
    return found;
  }

  async function written(by: Principal, query: BulletinQuery, version: number | undefined): Promise<WrittenBulletin> {
    if (version === undefined) {
      const draft = await readDraft(store, by, query, clock.nowMs());
      return { ...draft, areaName: draft.area.name, frozen: null };
    }
    const { area, proof, ...rest } = await readFrozen(parts, by, { ...query, version }, clock.nowMs());
    return { ...rest, areaName: area.name, frozen: { ...rest, hash: proof.hash } };
  }

  return {
    async bulletinDraft(input, { principal }) {
      requireRecords(principal);
      return readDraft(store, principal, input, clock.nowMs());
    },
    async bulletinVersion(input, { principal }) {
      requireRecords(principal);
      return readFrozen(parts, principal, input, clock.nowMs());
    },
    async bulletinComment({ comments, version, ...query }, { principal }) {
      const { key } = await keptBulletin(principal, query);
      const known = await findComments(store, key);
      const saved = await desk.comments.save(principal, {
        ...comments,
        month: key.month,
        area_id: key.areaId,
        ...(known === undefined ? {} : { id: known.id, version }),
      });
      return { version: saved.version };
    },
    async bulletinFreeze({ comments_version: commentsVersion, last_version: lastVersion, ...query }, { principal }) {
      const { key, areas } = await keptBulletin(principal, query);
      const countedAt = await store.head();
      const [{ content, firstDay }, comments] = await Promise.all([
        readBulletinContent(store, principal, key, clock.nowMs()),
        findComments(store, key),
      ]);
      const problem = freezeProblem(key.month, firstDay, clock.nowMs());
      if (problem !== undefined) throw new Refusal(problem, refusalCodes.notAllowedNow);
      if ((comments?.version ?? 0) !== commentsVersion)
        throw new Refusal('他人刚刚修改了评注，请刷新后核对再定稿', refusalCodes.conflict);
      return desk.freeze(principal, {
        ...key,
        areaName: areas.chosen.name,
        content,
        comments: comments?.values ?? noComments,
        countedAt,
        lastVersion,
      });
    },
    async bulletinFile({ version, ...query }, { principal }) {
      requireRecords(principal);
      const bulletin = await written(principal, query, version);
      const sheets = bulletinSheets(bulletin).map((sheet) => ({
        ...sheet,
        widths: [26, 18, 14, 14, 14, 14, 14, 12, 12, 12],
      }));
      const name = `${bulletinTitle(bulletin)}${version === undefined ? '草稿' : `第${version}版`}.xlsx`;
      return new SentFile({ name, mime: xlsxMime, body: await writeWorkbook(sheets) });
    },
  };
}
