import { createHash } from 'node:crypto';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { SysConfig, SysConfigKey } from '../../../src/contract/endpoints/other.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import { seesEveryLift } from '../../domain/coverage.ts';
import type { Directory } from '../../domain/directory.ts';
import type { Settings } from '../../domain/domain.ts';
import { Refusal } from '../../domain/refusal.ts';
import { readSettingTimes } from '../../domain/settings.ts';
import { recordUpload, usedUploadBytes } from '../../domain/uploads.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { cleanImage, mostPixels } from '../image/cleanImage.ts';
import type { UploadedFiles } from '../uploadedFiles.ts';

type OtherHandlers = Pick<Handlers, 'sysConfigList' | 'sysConfigEdit' | 'uploadFile'>;

export interface OtherHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly directory: Pick<Directory, 'elevators'>;
  readonly uploadedFiles: UploadedFiles;
  /** Of all files together. */
  readonly uploadQuotaBytes?: number;
}

const settingLabels: Readonly<Record<SysConfigKey, string>> = {
  hotline: '救援热线',
  escalate_after_seconds: '升级通知时间（秒）',
  respond_limit_seconds: '受理时限（秒）',
  arrive_limit_minutes_city: '到场时限：市区（分钟）',
  arrive_limit_minutes_other: '到场时限：其他地区（分钟）',
  lapse_after_seconds: '受理后无进展重新振铃（秒）',
  alarm_handle_limit_seconds: '报警处理时限（秒）',
  answered_target_percent: '按时受理率目标（%）',
  arrived_target_percent: '按时到场率目标（%）',
};
const isSettingKey = (key: string): key is SysConfigKey => key in settingLabels;

const defaultQuotaBytes = 2 * 1_073_741_824;

export function otherHandlers({
  store,
  clock,
  settings,
  directory,
  uploadedFiles,
  uploadQuotaBytes = defaultQuotaBytes,
}: OtherHandlerParts): OtherHandlers {
  return {
    async sysConfigList() {
      const changedAtMs = await readSettingTimes(store);
      const current: SysConfig = settings.current();
      return Object.keys(current)
        .filter(isSettingKey)
        .map((key) => {
          const atMs = changedAtMs.get(key);
          return {
            key,
            label: settingLabels[key],
            value: current[key],
            updated_at: atMs === undefined ? null : toWireTime(atMs),
          };
        });
    },

    async sysConfigEdit(input, { principal }) {
      // They apply to every lift of the site, so a user responsible for only some of them may not change them.
      if (!seesEveryLift(directory, principal.scope))
        throw new Refusal('系统参数对全部电梯生效，只有管理全部电梯的人员可以修改', refusalCodes.denied);
      await settings.change(principal, input);
      return {};
    },

    async uploadFile(_input, { principal, file }) {
      if (file === undefined || file.bytes.length === 0) throw refused('请选择要上传的图片');
      const image = cleanImage(file.bytes);
      if (image === undefined) throw refused('只能上传完整的 JPEG 或 PNG 图片');
      if (image.width * image.height > mostPixels) throw refused('图片像素过大，请缩小到 2500 万像素以内再上传');
      if ((await usedUploadBytes(store)) + image.bytes.length > uploadQuotaBytes)
        throw new Refusal('存储空间已满，请联系管理员清理', refusalCodes.refused);

      const name = await uploadedFiles.keep(image.bytes, image.extension);
      try {
        await recordUpload(store, {
          file_name: name,
          mime: image.mime,
          size_bytes: image.bytes.length,
          sha256: createHash('sha256').update(image.bytes).digest('hex'),
          uploaded_by: principal.userId,
          created_at_ms: clock.nowMs(),
        });
      } catch (error) {
        await uploadedFiles.remove(name);
        throw error;
      }
      return { url: `/files/${name}`, name, size: image.bytes.length };
    },
  };
}

const refused = (message: string) => new Refusal(message, refusalCodes.invalid, [{ field: 'file', message }]);
