import { streamName } from '../../../src/contract/streamName.ts';
import { dayOf } from '../../../src/contract/time.ts';
import { everybody } from '../../access/everybody.ts';
import { siteAdministrators } from '../../access/siteAdministrators.ts';
import { storageActor } from '../actors.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { DecisionParts } from '../decide.ts';
import { bytesOfGigabyte, type StorageUse } from './uploads.ts';

/** Of the limit of all uploaded files; from here on administrators are told. */
const nearlyFullShare = 0.8;

const gigabytes = (bytes: number): string => (bytes / bytesOfGigabyte).toFixed(1);

/** Warns those who may raise the limit before uploads are refused: once a day, whatever restarts and processes there are. */
async function tellNearlyFull(parts: DecisionParts, { usedBytes, limitBytes }: StorageUse): Promise<void> {
  const userIds = siteAdministrators(await everybody(parts));
  if (userIds.length === 0) return;
  const nowMs = parts.clock.nowMs();
  const day = dayOf(nowMs);
  const isFull = usedBytes >= limitBytes;
  const key = `${isFull ? 'full' : 'nearly'}-${day}`;
  await parts.store.append({
    stream: streamName('notice', `storage-${key}`),
    expectedVersion: 'any',
    actor: storageActor,
    messageId: `storage:${key}`,
    events: [
      {
        type: 'notice.raised',
        atMs: nowMs,
        data: {
          title: isFull ? '图片存储已满' : '图片存储将满',
          detail:
            `已用 ${gigabytes(usedBytes)} GB，上限 ${gigabytes(limitBytes)} GB。` +
            (isFull
              ? '新照片暂时不能上传，带照片的维保记录在手机上等待。'
              : '满后新照片不能上传，带照片的维保记录将在手机上等待。') +
            '请确认磁盘有余量后，在“系统参数”中提高图片存储上限。',
          level: 1,
          rescueOrderId: null,
          elevatorId: null,
          userIds,
        },
      },
    ],
  });
}

interface StorageWatchParts extends DecisionParts {
  readonly onTrouble: OnTrouble;
}

/** Returns the observer of the use of the store: it tells of what is nearly full or full, and never holds an upload up. */
export function watchStorage({ onTrouble, ...parts }: StorageWatchParts): (use: StorageUse) => void {
  /** The notice that was sent last, by its day: an upload asks the store for no more than one. */
  let told = '';
  return (use) => {
    if (use.usedBytes < use.limitBytes * nearlyFullShare) return;
    const current = `${dayOf(parts.clock.nowMs())} ${use.usedBytes >= use.limitBytes}`;
    if (current === told) return;
    told = current;
    tellNearlyFull(parts, use).catch((error: unknown) => {
      told = '';
      onTrouble('未能通知管理员图片存储将满', error);
    });
  };
}
