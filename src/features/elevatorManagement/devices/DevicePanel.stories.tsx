import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../../contract/call.ts';
import { deviceBind } from '../../../contract/endpoints/device.ts';
import type { DeviceRow } from '../../../contract/entities/elevator.ts';
import { refusalCodes } from '../../../contract/envelope.ts';
import { fixtureNowMs } from '../../../contract/fixtures/rescueFixtures.ts';
import { toWireTime } from '../../../contract/time.ts';
import { loading, ready } from '../../../streams/loading/loadState.ts';
import { DevicePanel } from './DevicePanel.tsx';

const credentials = {
  device_key: 'COL000123',
  username: 'COL000123',
  secret_version: 2,
  secret: 'k4JvM2cQ0Yx1sWn8dTzR5uLhFqB7pXaEoGi3mVyCwS0',
  broker: { port: 1883, tls: false },
};
const device = (changes: Partial<DeviceRow>): DeviceRow => ({
  device_key: 'COL000123',
  elevator_id: 123,
  device_type: 'COL',
  status: 1,
  statusResult: '在线',
  load: 1,
  loadResult: '正常',
  last_seen_at: toWireTime(fixtureNowMs - 3_000),
  status_changed_at: toWireTime(fixtureNowMs - 86_400_000),
  clock_off_ms: 120,
  vendor: 'standard',
  model: 'TA-C1',
  firmware: '2.3.0',
  report_period: 5,
  is_rescue_terminal: true,
  is_disabled: false,
  ...changes,
});
const camera = device({
  device_key: 'CAM000123',
  device_type: 'CAM',
  model: 'TA-V1',
  firmware: '1.8.1',
  report_period: 60,
  is_rescue_terminal: false,
});
const lostScreen = device({
  device_key: 'SCR000123',
  device_type: 'SCR',
  model: 'TA-S7',
  firmware: '1.4.0',
  status: 2,
  statusResult: '离线',
  last_seen_at: null,
  report_period: 60,
  is_rescue_terminal: false,
  flapping: true,
});
const disabledOne = device({
  device_key: 'OTH-7',
  device_type: 'OTHER',
  vendor: 'hengan',
  model: '',
  firmware: '',
  status: 3,
  statusResult: '禁用',
  last_seen_at: null,
  is_rescue_terminal: false,
  is_disabled: true,
});
const newOne = device({
  device_key: 'OTH-8',
  device_type: 'OTHER',
  model: '',
  firmware: '',
  status: 0,
  statusResult: '未激活',
  last_seen_at: null,
  status_changed_at: null,
  is_rescue_terminal: false,
});
const done = async (): Promise<void> => undefined;
const acts = {
  // As the server: what its schema refuses is bound to nothing.
  bind: async (wish: object) => {
    const wrong = deviceBind.input.safeParse({ ...wish, elevator_id: 123 }).error?.issues ?? [];
    const errors = wrong.map(({ path, message }) => ({ field: path.join('.'), message }));
    if (errors.length > 0) throw new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, errors);
    return credentials;
  },
  renewSecret: async () => credentials,
  chooseTerminal: done,
  disable: done,
  enable: done,
  unbind: done,
};

const meta = {
  title: 'features/DevicePanel',
  component: DevicePanel,
  args: {
    devices: ready([device({}), camera, lostScreen, disabledOne, newOne]),
    acts,
    may: { bind: true, renewSecret: true },
    hostName: 'tian.example.cn',
  },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 520 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof DevicePanel>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Online, lost, disabled and never heard of. */
export const Default: Story = {};
export const Loading: Story = { args: { devices: loading } };
export const Empty: Story = { args: { devices: ready([]) } };
export const NoTerminal: Story = { args: { devices: ready([device({ is_rescue_terminal: false })]) } };
export const Failed: Story = {
  args: { devices: { kind: 'failed', failure: 'offline', message: '网络连接已断开，请检查网络' } },
};
export const Denied: Story = {
  args: { devices: { kind: 'failed', failure: 'denied', message: '您没有查看的权限，如需开通请联系系统管理员。' } },
};
export const OldPicture: Story = {
  args: { devices: { kind: 'ready', value: [device({})], problem: '网络连接已断开' } },
};

/** Users who may only look are offered nothing. */
export const ReadOnly: Story = {
  args: { may: { bind: false, renewSecret: false } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole('button', { name: /绑定|解绑|禁用|启用|密钥|终端/ })).toBeNull();
  },
};

/** The secret of a new device is shown once, to be copied, and only the button says that it was. */
export const Bind: Story = {
  args: { acts: { ...acts, bind: fn(acts.bind) }, devices: ready([]) },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '绑定设备' }));
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByLabelText(/设备编号/), 'COL 123');
    await userEvent.click(form.getByRole('button', { name: '绑定' }));
    await waitFor(() => expect(form.getByText(/设备编号只能有字母/)).toBeVisible());
    await userEvent.clear(form.getByLabelText(/设备编号/));
    await userEvent.type(form.getByLabelText(/设备编号/), 'COL000123');
    await userEvent.click(form.getByRole('button', { name: '绑定' }));
    await waitFor(() => expect(screen.getByText('只显示这一次')).toBeVisible());
    await expect(args.acts.bind).toHaveBeenCalledWith(
      expect.objectContaining({ device_key: 'COL000123', device_type: 'COL', is_rescue_terminal: true }),
    );
    await expect(screen.getByText(credentials.secret)).toBeVisible();
    await expect(screen.getByRole('button', { name: '复制密码' })).toBeVisible();
  },
};

const taken = new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [
  { field: 'device_key', message: '这个编号已绑定电梯，请核对；更换电梯须先解绑' },
]);
/** A key that serves another lift is refused beside its field, and the form is kept. */
export const TakenKey: Story = {
  args: {
    acts: {
      ...acts,
      bind: async () => {
        throw taken;
      },
    },
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '绑定设备' }));
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByLabelText(/设备编号/), 'SCR000124');
    await userEvent.click(form.getByRole('button', { name: '绑定' }));
    await waitFor(() => expect(form.getByText(/已绑定电梯/)).toBeVisible());
    await expect(form.getByLabelText(/设备编号/)).toHaveValue('SCR000124');
  },
};

/** Unbinding asks why, and says what follows. */
export const Unbind: Story = {
  args: { acts: { ...acts, unbind: fn(done) } },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '解绑 COL000123' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText(/未结的救援单不受影响/)).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: '解绑' }));
    await waitFor(() => expect(dialog.getByText('请填写原因')).toBeVisible());
    await userEvent.type(dialog.getByLabelText(/原因/), '更换采集器');
    await userEvent.click(dialog.getByRole('button', { name: '解绑' }));
    await waitFor(() => expect(args.acts.unbind).toHaveBeenCalledWith('COL000123', '更换采集器'));
  },
};

const gone = new CallError('refused', '该设备未绑定电梯，请先绑定', refusalCodes.notAllowedNow);
/** A refusal stays in the dialog with what was typed. */
export const Refused: Story = {
  args: {
    acts: {
      ...acts,
      disable: async () => {
        throw gone;
      },
    },
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '禁用 CAM000123' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/原因/), '误报不断');
    await userEvent.click(dialog.getByRole('button', { name: '禁用' }));
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('未绑定电梯'));
    await expect(dialog.getByLabelText(/原因/)).toHaveValue('误报不断');
  },
};

export const RenewSecret: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '更换密钥 COL000123' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/原因/), '密钥可能泄露');
    await userEvent.click(dialog.getByRole('button', { name: '更换密钥' }));
    await waitFor(() => expect(screen.getByText(credentials.secret)).toBeVisible());
  },
};
