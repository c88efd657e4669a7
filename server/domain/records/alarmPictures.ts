import { createHash } from 'node:crypto';
import { streamName } from '../../../src/contract/streamName.ts';
import { alarmLifecycle } from '../../../src/machines/alarmLifecycle.ts';
import { KeyedTurns } from '../../runtime/keyedTurns.ts';
import { deviceActor } from '../actors.ts';
import { messageIdOf } from './alarmReports.ts';
import { findMessageStream } from './currentRows.ts';
import { decide, type DecisionParts } from '../decide.ts';
import type { BoundDevice } from '../domain.ts';
import { setUploadUses } from './uploadUses.ts';
import type { ImageExtension, UploadedFiles } from './uploads.ts';

/** `repeated`: the same picture was kept before. `hasOther`: another one was, and stays. */
export type PictureOutcome = 'kept' | 'repeated' | 'hasOther';

export interface AlarmPictures {
  /** The alarm that this event of the device raised or repeated; undefined while no such event is in the log. */
  alarmOf(device: BoundDevice, deviceEventId: string): Promise<number | undefined>;
  /** Stores the picture and puts it to the alarm. Throws Refusal where all files together would exceed the quota. */
  keep(
    device: BoundDevice,
    picture: {
      readonly alarmId: number;
      readonly deviceEventId: string;
      readonly bytes: Uint8Array;
      readonly extension: ImageExtension;
    },
  ): Promise<PictureOutcome>;
}

export interface AlarmPicturesParts extends DecisionParts {
  readonly uploadedFiles: Pick<UploadedFiles, 'keep'>;
}

/** Pictures that cameras send after their events: one for each alarm. No alarm waits for its picture. */
export function createAlarmPictures(parts: AlarmPicturesParts): AlarmPictures {
  const { store, uploadedFiles } = parts;
  const turns = new KeyedTurns();

  /** Undefined if the alarm has no picture yet. */
  const sumOfPicture = (alarmId: number): Promise<{ readonly sha256: string } | undefined> =>
    store.rows
      .selectFrom('alarms as a')
      .innerJoin('uploads as u', 'u.file_name', 'a.picture')
      .select('u.sha256')
      .where('a.id', '=', alarmId)
      .executeTakeFirst();

  return {
    async alarmOf(device, deviceEventId) {
      const stream = await findMessageStream(store, messageIdOf(device, { id: deviceEventId }));
      const [, alarmId] = /^alarm-(\d+)$/.exec(stream ?? '') ?? [];
      return alarmId === undefined ? undefined : Number(alarmId);
    },

    // A device that gets no answer sends the picture again, perhaps while the first is still being written.
    keep: (device, { alarmId, deviceEventId, bytes, extension }) =>
      turns.run(String(alarmId), async () => {
        const before = await sumOfPicture(alarmId);
        if (before !== undefined)
          return before.sha256 === createHash('sha256').update(bytes).digest('hex') ? 'repeated' : 'hasOther';
        const picture = await uploadedFiles.keep({ bytes, extension }, null);
        await decide(parts, alarmLifecycle, {
          stream: streamName('alarm', alarmId),
          actor: deviceActor(device.deviceKey),
          choose: () => ({ type: 'alarm.pictured', data: { picture, deviceEventId } }),
          effects: (queries) => setUploadUses(queries, `alarm-${alarmId}`, [picture]),
        });
        return 'kept';
      }),
  };
}
