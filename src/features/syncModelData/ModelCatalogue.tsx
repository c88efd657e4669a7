import { createElement, useState, type ComponentType } from 'react';
import type { OutputOf } from '../../contract/endpoint.ts';
import { deviceModelDifferences } from '../../contract/endpoints/device.ts';
import { deviceVendorLabel } from '../../contract/entities/deviceModel.ts';
import { deviceTypeLabels } from '../../contract/deviceTypes.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { listColumn, numberColumn, textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';

type Model = OutputOf<typeof deviceModelDifferences>['models'][number];

const asIs = (value: string): string => value;

/** The products that the server knows, with how many devices of each are registered. */
export function createModelCatalogue({ call }: FeatureDeps): ComponentType {
  return function ModelCatalogue() {
    const [screen] = useState(() =>
      defineListScreen<Model, object>({
        name: 'SyncModelData.models',
        title: '设备型号',
        load: async (_query, signal) => {
          const { models } = await call(deviceModelDifferences, { page_size: 1 }, { quiet: true, signal });
          return { list: models, current_page: 1, page_size: 200, total: models.length, max_page: 1 };
        },
        rowId: (row) => row.model,
        columns: [
          textColumn('model', '型号', { width: 110 }),
          {
            ...textColumn('vendor', '厂商', { width: 110 }),
            cell: (row) => deviceVendorLabel(row.vendor),
            csv: (row) => deviceVendorLabel(row.vendor),
          },
          {
            ...textColumn('device_type', '类型', { width: 90 }),
            cell: (row) => deviceTypeLabels[row.device_type],
            csv: (row) => deviceTypeLabels[row.device_type],
          },
          textColumn('firmware', '最新固件', { width: 100 }),
          numberColumn('report_period', '上报间隔', { unit: '秒', width: 110 }),
          listColumn('codes', '消息码', asIs),
          listColumn('commands', '支持的指令', asIs),
          numberColumn('device_num', '设备', { unit: '台' }),
        ],
        empty: { title: '没有设备型号' },
      }),
    );
    return createElement(ListScreen<Model, object>, { screen });
  };
}
