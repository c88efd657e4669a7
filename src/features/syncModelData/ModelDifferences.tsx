import { useState, type ComponentType } from 'react';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { deviceModelDifferences, deviceModelSync } from '../../contract/endpoints/device.ts';
import { syncedFieldLabels, type ModelDifference } from '../../contract/entities/deviceModel.ts';
import { deviceTypeLabels } from '../../contract/deviceTypes.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { spokenColumn, textColumn } from '../../ui/list/columns.tsx';
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

/** The devices that change their vendor, by which to which: their messages are read in another form from then on. */
function vendorChanges(rows: readonly ModelDifference[]): string {
  const counts = new Map<string, number>();
  for (const { changes } of rows)
    for (const { field, registered, proposed } of changes) {
      if (field !== 'vendor') continue;
      const change = `${orNone(registered)} → ${orNone(proposed)}`;
      counts.set(change, (counts.get(change) ?? 0) + 1);
    }
  return [...counts].map(([change, count]) => `${change} ${count} 台`).join('，');
}

const correctable = (rows: readonly ModelDifference[]): readonly ModelDifference[] =>
  rows.filter(({ changes }) => changes.length > 0);

/** These devices with what was shown of each, so that nothing else is applied. */
const asShown = (rows: readonly ModelDifference[]): InputOf<typeof deviceModelSync> => ({
  apply: '1',
  device_keys: rows.map(({ device_key: key }) => key).join(','),
  // An earlier server gave none.
  ...(rows.every(({ mark }) => mark !== undefined) ? { marks: rows.map(({ mark }) => mark).join(',') } : {}),
});

/** Devices whose record is not what their model or they themselves say; shown before anything is corrected. */
export function createModelDifferences({ call, can, notify }: FeatureDeps): ComponentType {
  const maySync = can('deviceModel.sync');
  const say = ({ applied, changed = 0 }: OutputOf<typeof deviceModelSync>): void => {
    if (applied > 0) notify.success(`已改正 ${applied} 台设备`);
    if (changed > 0) notify.error(`有 ${changed} 台设备的差异刚刚变化，没有改正，请核对后再次应用`);
  };

  return function ModelDifferences() {
    const [asking, setAsking] = useState<{
      readonly rows: readonly ModelDifference[];
      readonly reload: () => void;
    } | null>(null);
    const [isBusy, setBusy] = useState(false);
    const [problem, setProblem] = useState<string | null>(null);
    const [screen] = useState(() => {
      let shown: readonly ModelDifference[] = [];
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
          say(await call(deviceModelSync, asShown([row]), { quiet: true }));
        },
      };
      return defineListScreen<ModelDifference, Query>({
        name: 'SyncModelData.differences',
        title: '设备型号同步',
        load: async (query, signal) => {
          const page = await call(deviceModelDifferences, query, { quiet: true, signal });
          shown = page.list;
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
          spokenColumn('elevator_tag', '电梯', { width: 110, isSortable: true }),
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
                  id: 'applyPage',
                  label: '应用本页',
                  icon: 'check',
                  isPrimary: true,
                  needsRows: true,
                  run: (reload, ids) => {
                    setProblem(null);
                    setAsking({ rows: shown.filter(({ device_key: key }) => ids.includes(key)), reload });
                  },
                },
              ],
            }
          : {}),
      });
    });
    const rows = correctable(asking?.rows ?? []);
    const vendors = vendorChanges(rows);
    const applyPage = async (reload: () => void): Promise<void> => {
      setBusy(true);
      setProblem(null);
      try {
        if (rows.length > 0) say(await call(deviceModelSync, asShown(rows), { quiet: true }));
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
          objectName={`本页可改正的设备 ${rows.length} 台`}
          message={`${vendors === '' ? '' : `其中改变厂商：${vendors}，其消息此后按新厂商的格式读取。`}只改正本页显示的差异，逐台记入审计日志；只有说明、没有“应为”的保持不变，请人工核对。`}
          confirmLabel="应用本页"
          isBusy={isBusy}
          error={problem}
          onConfirm={() => {
            if (asking !== null) void applyPage(asking.reload);
          }}
          onCancel={() => setAsking(null)}
        />
      </>
    );
  };
}
