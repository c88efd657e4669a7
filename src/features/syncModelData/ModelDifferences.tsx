import { useState, type ComponentType } from 'react';
import type { InputOf } from '../../contract/endpoint.ts';
import { deviceModelDifferences, deviceModelSync } from '../../contract/endpoints/device.ts';
import { syncedFieldLabels, type ModelDifference } from '../../contract/entities/deviceModel.ts';
import { deviceTypeLabels } from '../../contract/deviceTypes.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column, RowAction } from '../../ui/list/listTypes.ts';

type Query = InputOf<typeof deviceModelDifferences>;

const orNone = (value: string): string => (value === '' ? '（空）' : value);
const changesOf = ({ changes }: ModelDifference): string =>
  changes
    .map(
      ({ field, registered, proposed }) => `${syncedFieldLabels[field]}：${orNone(registered)} → ${orNone(proposed)}`,
    )
    .join('；');

const changesColumn: Column<ModelDifference> = {
  id: 'changes',
  header: '登记 → 应为',
  cell: (row) => <span title={changesOf(row)}>{changesOf(row) || '—'}</span>,
  csv: changesOf,
};

/** Devices whose record is not what their model or they themselves say; shown before anything is corrected. */
export function createModelDifferences({ call, can, notify }: FeatureDeps): ComponentType {
  const maySync = can('deviceModel.sync');
  const say = ({ applied, left }: { readonly applied: number; readonly left: number }): void =>
    notify.success(left === 0 ? `已改正 ${applied} 台设备` : `已改正 ${applied} 台设备，还有 ${left} 台，请再次应用`);

  return function ModelDifferences() {
    const [asking, setAsking] = useState<{ readonly total: number; readonly reload: () => void } | null>(null);
    const [isBusy, setBusy] = useState(false);
    const [problem, setProblem] = useState<string | null>(null);
    const [screen] = useState(() => {
      let total = 0;
      const applyOne: RowAction<ModelDifference> = {
        id: 'apply',
        label: '应用',
        icon: 'check',
        isOffered: (row) => row.changes.length > 0,
        confirm: {
          title: '改正登记资料',
          objectName: (row) => `${row.device_key}（${row.elevator_tag}）`,
          message: '按型号目录与设备自述改正；厂商改变后，设备消息按新厂商的格式读取。',
          confirmLabel: '应用',
        },
        run: async (row) => {
          say(await call(deviceModelSync, { apply: '1', device_keys: row.device_key }, { quiet: true }));
        },
      };
      return defineListScreen<ModelDifference, Query>({
        name: 'SyncModelData.differences',
        title: '设备型号同步',
        load: async (query, signal) => {
          const page = await call(deviceModelDifferences, query, { quiet: true, signal });
          ({ total } = page);
          return page;
        },
        rowId: (row) => row.device_key,
        columns: [
          textColumn('device_key', '设备', { width: 130, isSortable: true }),
          {
            ...textColumn('device_type', '类型', { width: 90 }),
            cell: (row) => deviceTypeLabels[row.device_type],
            csv: (row) => deviceTypeLabels[row.device_type],
          },
          textColumn('elevator_tag', '电梯', { width: 110, isSortable: true }),
          textColumn('community_name', '小区', { width: 150 }),
          changesColumn,
          textColumn('remark', '说明'),
        ],
        empty: { title: '没有差异', hint: '登记的型号、厂商与固件和型号目录、设备自述一致。' },
        ...(maySync
          ? {
              rowActions: [applyOne],
              actions: [
                {
                  id: 'applyAll',
                  label: '全部应用',
                  icon: 'check',
                  isPrimary: true,
                  needsRows: true,
                  run: (reload) => {
                    setProblem(null);
                    setAsking({ total, reload });
                  },
                },
              ],
            }
          : {}),
      });
    });
    const applyAll = async (reload: () => void): Promise<void> => {
      setBusy(true);
      setProblem(null);
      try {
        say(await call(deviceModelSync, { apply: '1' }, { quiet: true }));
        setAsking(null);
        reload();
      } catch (error) {
        setProblem(error instanceof Error ? error.message : '未能应用，请重试');
      }
      setBusy(false);
    };
    return (
      <>
        <ListScreen screen={screen} />
        <ConfirmDialog
          isOpen={asking !== null}
          title="改正登记资料"
          objectName={`有差异的设备 ${asking?.total ?? 0} 台`}
          message="能改正的逐台改正并记入审计日志；只有说明、没有“应为”的保持不变，请人工核对。"
          confirmLabel="全部应用"
          isBusy={isBusy}
          error={problem}
          onConfirm={() => {
            if (asking !== null) void applyAll(asking.reload);
          }}
          onCancel={() => setAsking(null)}
        />
      </>
    );
  };
}
