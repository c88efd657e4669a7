import { createElement, type ComponentType } from 'react';
import { sysConfigEdit, sysConfigList } from '../../contract/endpoints/sysConfig.ts';
import { auditList } from '../../contract/endpoints/audit.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { SettingKey } from '../../contract/sysConfig.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import { createFaultCauses } from './faultCauses.ts';
import { SystemConfigPage } from './SystemConfigPage.tsx';
import { toSettings } from './settings.ts';

const historyOf = (key: SettingKey): string =>
  `${screenNamed('AuditLog').path}?record=config&record_id=${encodeURIComponent(key)}`;

/** The settings of the system. */
export function createSettings({ call, can, notify }: FeatureDeps): ComponentType {
  const load = async () => toSettings(await call(sysConfigList, {}, { quiet: true }));
  const settings$ = loadWithRetry(load);
  const mayReadHistory = can(auditList.permission);
  return function SystemConfig() {
    return createElement(SystemConfigPage, {
      title: screenNamed('SystemConfig').title,
      settings$,
      reload: load,
      historyOf: mayReadHistory ? historyOf : null,
      save: can(sysConfigEdit.permission)
        ? async (changes) => {
            await call(sysConfigEdit, changes, { quiet: true });
            notify.success('已保存，之后的呼叫与报警按新的参数执行');
          }
        : null,
    });
  };
}

/** The settings and the catalogue of causes (`/system-settings/system-config`). */
export const createSystemConfig = tabbedScreen([
  { id: 'settings', label: '系统参数', create: createSettings },
  { id: 'causes', label: '故障原因', create: createFaultCauses },
]);
