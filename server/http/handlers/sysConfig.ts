import { refusalCodes } from '../../../src/contract/envelope.ts';
import { sysConfigDefaults } from '../../../src/contract/sysConfigDefaults.ts';
import { settingKeys, settingLabel, settingTexts } from '../../../src/contract/sysConfig.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import { seesEveryLift } from '../../domain/city/coverage.ts';
import type { Directory } from '../../domain/city/directory.ts';
import type { Settings } from '../../domain/domain.ts';
import { Refusal } from '../../domain/refusal.ts';
import { readSettingChanges } from '../../domain/city/settings.ts';
import type { UploadedFiles } from '../../domain/records/uploads.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { photoOf } from '../image/photoOf.ts';

type SysConfigHandlers = Pick<Handlers, 'sysConfigList' | 'sysConfigEdit' | 'uploadFile'>;

export interface SysConfigHandlerParts {
  readonly store: EventStore;
  readonly settings: Settings;
  readonly directory: Pick<Directory, 'elevators'>;
  readonly uploadedFiles: Pick<UploadedFiles, 'keep'>;
}

export function sysConfigHandlers({
  store,
  settings,
  directory,
  uploadedFiles,
}: SysConfigHandlerParts): SysConfigHandlers {
  return {
    async sysConfigList() {
      const { changes, version } = await readSettingChanges(store);
      const current = settings.current();
      return settingKeys.map((key) => {
        const changed = changes.get(key);
        const { unit, least, most, explanation } = settingTexts[key];
        return {
          key,
          label: settingLabel(key),
          value: current[key],
          updated_at: changed === undefined ? null : toWireTime(changed.atMs),
          ...(changed === undefined ? {} : { updated_by: changed.by }),
          unit,
          least,
          most,
          default: sysConfigDefaults[key],
          explanation,
          version,
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
      const image = photoOf(file);
      const name = await uploadedFiles.keep(image, principal.userId);
      return { url: `/files/${name}`, name, size: image.bytes.length };
    },
  };
}
