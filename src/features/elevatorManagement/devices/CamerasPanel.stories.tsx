import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { loading, ready } from '../../../streams/loading/loadState.ts';
import { CamerasPanel } from './CamerasPanel.tsx';
import type { Camera } from './deviceSources.ts';

const inCar: Camera = {
  id: 1,
  version: 1,
  elevator_id: 123,
  elevator_tag: 'YC-0123',
  elevator_addr: '1 幢 1 单元',
  community_name: '翠湖花园',
  name: '轿厢',
  place: 'car',
  vendor: '云目',
  main_url: 'rtsp://{user}:{secret}@10.20.3.8/main/{channel}',
  sub_url: 'rtsp://{user}:{secret}@10.20.3.8/sub/{channel}',
  channel: '1',
  user_name: 'viewer',
  device_key: 'CAM000123',
  has_secret: true,
  status: 1,
  statusResult: '在线',
};
const unchecked: Camera = {
  ...inCar,
  id: 2,
  name: '机房',
  place: 'machineRoom',
  device_key: '',
  has_secret: false,
  status: null,
  statusResult: '未检测',
};

const meta = {
  title: 'features/CamerasPanel',
  component: CamerasPanel,
  args: { cameras: ready([inCar, unchecked]), tag: 'YC-0123' },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <div style={{ maxWidth: 520 }}>
          <Story />
        </div>
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof CamerasPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

/** One works as its device says; of the other no device says anything. */
export const Default: Story = {};
export const Empty: Story = { args: { cameras: ready([]) } };
export const Loading: Story = { args: { cameras: loading } };
export const Failed: Story = {
  args: { cameras: { kind: 'failed', failure: 'offline', message: '网络连接已断开，请检查网络' } },
};
export const Denied: Story = {
  args: { cameras: { kind: 'failed', failure: 'denied', message: '您没有查看的权限，如需开通请联系系统管理员。' } },
};
