import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { deviceModelDifferences, deviceModelSync } from '../../contract/endpoints/device.ts';
import type { DeviceModel, ModelDifference } from '../../contract/entities/deviceModel.ts';
import type { Permission } from '../../contract/permissions.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  onePage,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createSyncModelData } from './index.ts';

const models: (DeviceModel & { device_num: number })[] = [
  {
    model: 'TA-C1',
    vendor: 'standard',
    device_type: 'COL',
    firmware: '2.3.0',
    codes: ['01', '02', '03', '04', '05', '41', '90'],
    commands: ['reboot_app', 'reboot_system', 'report_period', 'clear_alarm', 'volume', 'sos_status'],
    report_period: 5,
    device_num: 778,
  },
  {
    model: 'LQ-300',
    vendor: 'lanqi',
    device_type: 'COL',
    firmware: '5.12',
    codes: ['01', '02', '41', '90'],
    commands: ['reboot_app', 'report_period', 'sos_status'],
    report_period: 5,
    device_num: 111,
  },
  {
    model: 'TA-V1',
    vendor: 'standard',
    device_type: 'CAM',
    firmware: '1.8.1',
    codes: [],
    commands: ['reboot_app', 'report_period'],
    report_period: 60,
    device_num: 200,
  },
];
const differences: ModelDifference[] = [
  {
    device_key: 'COL000041',
    device_type: 'COL',
    elevator_id: 41,
    elevator_tag: 'YC-0041',
    community_name: '翠湖花园',
    changes: [
      { field: 'model', registered: 'TA-C1', proposed: 'LQ-300' },
      { field: 'vendor', registered: '标准协议', proposed: '蓝启' },
      { field: 'firmware', registered: '', proposed: '5.12' },
    ],
    remark: '',
    mark: 'seen-41',
  },
  {
    device_key: 'SCR000010',
    device_type: 'SCR',
    elevator_id: 10,
    elevator_tag: 'YC-0010',
    community_name: '云锦雅苑',
    changes: [],
    remark: '型号“TX-900”不在目录中，请核对',
    mark: 'seen-10',
  },
];
const listing = (list: ModelDifference[]): FixtureAnswer =>
  answer(deviceModelDifferences, () => ({ ...onePage(list), models }));
const shown = (
  answers: readonly FixtureAnswer[],
  { address = '', permissions }: { readonly address?: string; readonly permissions?: readonly Permission[] } = {},
) => {
  const { call, asked } = fixtureCall(answers);
  return {
    asked,
    render: () => (
      <ScreenStory
        create={createSyncModelData}
        address={address}
        deps={featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) })}
      />
    ),
  };
};
interface Canvas {
  canvasElement: HTMLElement;
}

export default { title: 'features/SyncModelData', parameters: { layout: 'fullscreen' } };

const applying = shown([listing(differences), answer(deviceModelSync, () => ({ applied: 1, left: 0 }))]);
const applied = () => applying.asked.filter(({ input }) => JSON.stringify(input).includes('apply'));
/** Changes are shown before anything changes, another vendor in the question too, and only these are applied. */
export const Differences = {
  render: applying.render,
  play: async ({ canvasElement }: Canvas) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByText(/型号：TA-C1 → LQ-300/)).toBeVisible());
    await userEvent.click(canvas.getByRole('button', { name: '应用本页' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText(/标准协议 → 蓝启 1 台/)).toBeVisible());
    await expect(applied()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: '应用本页' }));
    await waitFor(() =>
      expect(applied().map(({ input }) => input)).toEqual([{ apply: '1', device_keys: 'COL000041', marks: 'seen-41' }]),
    );
  },
};
export const Models = { render: shown([listing(differences)], { address: '?tab=models' }).render };
export const NoDifferences = { render: shown([listing([])]).render };
export const Loading = { render: shown([silent(deviceModelDifferences)]).render };
export const Failed = {
  render: shown([failing(deviceModelDifferences, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
export const Denied = {
  render: shown([
    failing(deviceModelDifferences, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403)),
  ]).render,
};
/** Users who may only look are not offered to apply. */
export const ReadOnly = {
  render: shown([listing(differences)], { permissions: ['deviceModel.view'] }).render,
  play: async ({ canvasElement }: Canvas) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByText('COL000041')).toBeVisible());
    await expect(canvas.queryByRole('button', { name: /应用/ })).toBeNull();
  },
};
