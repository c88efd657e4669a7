import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { exceptionHandle } from '../../contract/endpoints/exception.ts';
import type { ExceptionDetail } from '../../contract/entities/exception.ts';
import { childrenFixture, commentFixture, exceptionDetailFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { screenNamed } from '../../contract/screens.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import { exceptionKinds } from './exceptionScreens.ts';
import { ExceptionPage } from './ExceptionPage.tsx';
import {
  exceptionServer,
  manyFaults,
  openRescue,
  usualExceptions,
  type ExceptionServer,
} from './exceptions.fixtures.ts';

interface ExceptionStoryProps {
  kind: keyof typeof exceptionKinds;
  server: ExceptionServer;
  address: string;
}

function ExceptionStory({ kind, server, address }: ExceptionStoryProps) {
  return (
    <ScreenFrame address={`${screenNamed(kind).path}${address}`}>
      <ExceptionPage kind={exceptionKinds[kind]} deps={server.deps} readNowMs={() => fixtureNowMs} />
    </ScreenFrame>
  );
}

const minute = 60_000;
const usual = () => exceptionServer(usualExceptions, { rescues: [openRescue] });

const meta = {
  title: 'features/Exceptions',
  component: ExceptionStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { kind: 'FaultRecords', server: usual(), address: '' },
} satisfies Meta<typeof ExceptionStory>;
export default meta;
type Story = StoryObj<typeof meta>;

const panel = async (name: string | RegExp) => within(await screen.findByRole('complementary', { name }));
const rowTexts = (canvasElement: HTMLElement): readonly string[] =>
  within(canvasElement)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '');
const press = async (within_: ReturnType<typeof within>, name: string | RegExp): Promise<void> =>
  userEvent.click(await within_.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** All four types, worst first; a rescue order links to the desk. */
export const FaultRecords: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('link', { name: '318' })).toHaveAttribute('href', '/alarm-center?id=318');
    await expect(rowTexts(canvasElement)[0]).toContain('402');
    await userEvent.click(canvas.getByText('困人'));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/alarm-center?id=318'));
  },
};
export const FaultRecordsHistory: Story = { args: { kind: 'FaultRecordsHistory' } };
export const ElectricScooter: Story = { args: { kind: 'ElectricScooter' } };
export const ElectricScooterHistory: Story = { args: { kind: 'ElectricScooterHistory' } };
export const ElevatorFault: Story = { args: { kind: 'ElevatorFault' } };
export const ElevatorFaultHistory: Story = { args: { kind: 'ElevatorFaultHistory', address: '?id=390' } };
export const FaultEvent: Story = { args: { kind: 'FaultEvent' } };
export const Empty: Story = { args: { server: exceptionServer([]) } };
export const EmptyHistory: Story = { args: { kind: 'ElevatorFaultHistory', server: exceptionServer([]) } };
export const Loading: Story = { args: { server: exceptionServer([], { isSilent: true }) } };
export const Failed: Story = {
  args: { server: exceptionServer([], { failure: new CallError('offline', '网络连接已断开，请检查网络', 0) }) },
};
export const Denied: Story = {
  args: {
    server: exceptionServer([], {
      failure: new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403),
    }),
  },
};
export const Many: Story = { args: { kind: 'ElevatorFault', server: exceptionServer(manyFaults(64)) } };
export const NotFound: Story = { args: { address: '?id=12' } };
export const ReadOnly: Story = {
  args: {
    server: exceptionServer(
      usualExceptions.map((row) => ({ ...row, allowed_actions: [] })),
      { permissions: ['exception.view'] },
    ),
    address: '?id=403',
  },
};

const unplugged = usual();
/** The link is down for more than a moment: the list says that it may be out of date. */
export const Stale: Story = {
  args: { server: unplugged },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('318');
    unplugged.link('waiting');
    await expect(await canvas.findByText(/正在重新连接/, {}, { timeout: 10_000 })).toBeVisible();
  },
};

const live = exceptionServer(manyFaults(3));
/**
 * Pushes add, change and remove rows. While the pointer is over the list each row keeps its place and new ones are
 * counted; the open detail and what is typed in it stay.
 */
export const LiveRows: Story = {
  args: { kind: 'ElevatorFault', server: live, address: '?id=501' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const detail = await panel('故障 501');
    await userEvent.type(await detail.findByRole('textbox', { name: '评论' }), '维保已出发');
    const [first] = await canvas.findAllByText('500');
    if (first === undefined) throw new Error('no row');
    await userEvent.hover(first);
    await fireEvent.pointerMove(first);
    live.put(
      exceptionDetailFixture({
        type: 3,
        stage: 'pending',
        id: 600,
        agoMs: 300 * minute,
        detail: { title: '05 开门走梯' },
      }),
    );
    live.remove(502);
    await expect(await canvas.findByText('1 条新增，1 条已离开列表', {}, { timeout: 5_000 })).toBeVisible();
    await expect(rowTexts(canvasElement)[0]).toContain('500');
    await userEvent.click(canvas.getByRole('button', { name: '更新列表' }));
    await userEvent.hover(detail.getByRole('textbox', { name: '评论' }));
    await waitFor(() => expect(rowTexts(canvasElement)[0]).toContain('600'));
    await expect(rowTexts(canvasElement)).toHaveLength(3);
    await expect(detail.getByRole('textbox', { name: '评论' })).toHaveValue('维保已出发');
  },
};

const held = usual();
/** A door held open by mistake is released from the desk, with a reason. */
export const ReleaseScooter: Story = {
  args: { kind: 'ElectricScooter', server: held, address: '?id=401' },
  play: async () => {
    const detail = await panel(/401$/);
    await expect(await detail.findByText('图片未到')).toBeVisible();
    await press(detail, '远程解除');
    const form = await dialog();
    await press(form, '远程解除');
    await expect(await form.findByText('请填写远程解除的原因')).toBeVisible();
    await userEvent.type(form.getByLabelText(/远程解除的原因/), '轮椅，不是电动车');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await noDialog();
    await expect((await detail.findAllByText('已恢复')).length).toBeGreaterThan(0);
    await expect(held.asked).toContainEqual({
      path: exceptionHandle.path,
      method: 'POST',
      input: { id: 401, event: 'scooter.remotelyReleased', data: { reason: '轮椅，不是电动车' } },
    });
  },
};

const pictured = usual();
/** The picture follows its alarm. */
export const PictureArrives: Story = {
  args: { kind: 'ElectricScooter', server: pictured, address: '?id=402' },
  play: async () => {
    const detail = await panel(/402$/);
    await detail.findByText('图片未到');
    const row = pictured.row(402);
    if (row === undefined) throw new Error('no row');
    pictured.put({ ...row, picture: 'BBBBBBBBBBBBBBBBBBBBBB.jpg', position: row.position + 1 });
    await waitFor(() => expect(detail.queryByText('图片未到')).toBeNull());
  },
};

const repairing = usual();
/** A fault from acceptance until the lift is reported working again. */
export const FaultFromAcceptToConfirmed: Story = {
  args: { kind: 'ElevatorFault', server: repairing, address: '?id=403' },
  play: async () => {
    const detail = await panel('故障 403');
    await press(detail, '受理');
    await press(detail, '到场');
    await press(detail, '修复');
    const repair = await dialog();
    await press(repair, '登记修复');
    await expect(await repair.findByText('请选择故障原因')).toBeVisible();
    await userEvent.click(repair.getByLabelText(/故障原因/));
    await userEvent.click(await screen.findByRole('option', { name: '3 门系统' }));
    await userEvent.click(await repair.findByLabelText(/具体原因/));
    await userEvent.click(await screen.findByRole('option', { name: '301 轿门锁' }));
    await press(repair, '添加部件');
    await userEvent.type(repair.getByLabelText(/部件名称/), '门锁触点');
    await expect(repair.getByText('未登记时按消息码与现象计为停梯')).toBeVisible();
    await userEvent.click(repair.getByRole('radio', { name: '否' }));
    await userEvent.click(repair.getByLabelText('造成的困人'));
    await userEvent.click(await screen.findByRole('option', { name: /救援单 318/ }));
    await userEvent.type(repair.getByLabelText(/备注/), '已更换触点');
    await press(repair, '登记修复');
    await noDialog();
    await press(detail, '确认恢复');
    const confirm = await dialog();
    await userEvent.type(confirm.getByLabelText(/说明/), '现场试运行正常');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await noDialog();
    await waitFor(() => expect(repairing.row(403)?.stage).toBe('done'));
    await expect(repairing.asked).toContainEqual({
      path: exceptionHandle.path,
      method: 'POST',
      input: {
        id: 403,
        event: 'fault.repaired',
        data: {
          cause: '301',
          parts: [{ name: '门锁触点', num: 1 }],
          stopsCar: false,
          rescueOrderId: 318,
          photos: [],
          note: '已更换触点',
        },
      },
    });
  },
};

const refused = exceptionServer(usualExceptions, {
  refusal: new CallError('refused', '张伟 已于 18:40 登记修复，请刷新后查看', 1004),
});
/** A step that comes too late is refused with an explanation, and what was typed stays. */
export const StepRefused: Story = {
  args: { kind: 'ElevatorFault', server: refused, address: '?id=404' },
  play: async () => {
    await press(await panel('故障 404'), '判定误报');
    const form = await dialog();
    await userEvent.type(form.getByLabelText(/误报原因/), '设备误检测');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect(await form.findByText('张伟 已于 18:40 登记修复，请刷新后查看')).toBeVisible();
    await expect(form.getByLabelText(/误报原因/)).toHaveValue('设备误检测');
  },
};

const moving = usual();
/** Someone else takes the step while the form is open: it says so and can no longer be sent. */
export const StepOvertaken: Story = {
  args: { kind: 'ElevatorFault', server: moving, address: '?id=405' },
  play: async () => {
    await press(await panel('故障 405'), '确认恢复');
    const form = await dialog();
    await userEvent.type(form.getByLabelText(/说明/), '已试运行');
    const row = moving.row(405);
    if (row === undefined) throw new Error('no row');
    moving.put({ ...row, allowed_actions: [], position: row.position + 1 });
    await expect(await form.findByText(/状态已变化/)).toBeVisible();
    await expect(form.getByRole('button', { name: '确认恢复' })).toBeDisabled();
    await expect(form.getByLabelText(/说明/)).toHaveValue('已试运行');
  },
};

const powerCut = (): ExceptionDetail =>
  exceptionDetailFixture({
    type: 4,
    stage: 'checking',
    id: 410,
    agoMs: 4 * minute,
    detail: {
      title: '多台停电：翠湖花园 18 台',
      incident_kind: 'powerCut',
      child_num: 18,
      children: childrenFixture(18, 0, [7]),
    },
  });
const sweeping = exceptionServer([powerCut()]);
/** Each of 18 cars is confirmed empty; the one calling for help comes first and leads to the desk; then it can be closed. */
export const SweepEighteenCars: Story = {
  args: { kind: 'FaultEvent', server: sweeping, address: '?id=410' },
  play: async () => {
    const detail = await panel('事件 410');
    const list = within(await detail.findByRole('list', { name: '受影响的电梯' }));
    const [firstCar] = list.getAllByRole('listitem');
    await expect(firstCar).toHaveTextContent('CH-08-07');
    await expect(list.getByRole('link', { name: '有人求救，处理救援单 906' })).toHaveAttribute(
      'href',
      '/alarm-center?id=906',
    );
    await press(detail, '关闭');
    const early = await dialog();
    await press(early, '关闭事件');
    await expect(await early.findByText(/还有 18 台未确认/)).toBeVisible();
    await press(early, '取消');
    await noDialog();
    await expect(within(firstCar ?? document.body).queryByRole('button')).toBeNull();
    for (let left = 17; left > 0; left--) {
      const [way] = await list.findAllByRole('button', { name: left % 2 === 0 ? '经对讲确认…' : '经视频确认…' });
      if (way === undefined) throw new Error('no car left');
      await userEvent.click(way);
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(detail.getByText(`${18 - left} / 18 已确认`)).toBeVisible());
    }
    // The call is over, and the last car can be confirmed; a mistake is taken back first.
    const withCall = sweeping.row(410);
    if (withCall === undefined) throw new Error('no power cut');
    sweeping.put({ ...withCall, children: withCall.children.map((car) => ({ ...car, rescue_order_id: null })) });
    await userEvent.click(await list.findByRole('button', { name: '撤回 CH-08-01 的确认' }));
    await userEvent.click(await list.findByRole('button', { name: '撤回 CH-08-01 的确认' }));
    await waitFor(() => expect(detail.getByText('16 / 18 已确认')).toBeVisible());
    for (const num of [17, 18]) {
      const [way] = await list.findAllByRole('button', { name: '现场确认…' });
      if (way === undefined) throw new Error('no car left');
      await userEvent.click(way);
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(detail.getByText(`${num} / 18 已确认`)).toBeVisible());
    }
    await press(detail, '关闭');
    await press(await dialog(), '关闭事件');
    await noDialog();
    await waitFor(() => expect(sweeping.row(410)?.stage).toBe('closed'));
  },
};

const heldScooter = exceptionDetailFixture({ type: 2, stage: 'doorHeld', id: 411, agoMs: 4 * minute });
/** The camera says that it holds the door, the car that it is closed: neither is believed without a look. */
export const DoorContradicted: Story = {
  args: {
    kind: 'ElectricScooter',
    server: exceptionServer([heldScooter], { liveDoor: 'closed' }),
    address: '?id=411',
  },
  play: async () => {
    const detail = await panel('电动车 411');
    await expect(await detail.findByText(/摄像机报告梯门保持打开，轿厢却报告关门/)).toBeVisible();
    await expect(detail.getByText('梯门已保持')).toBeVisible();
    await expect(detail.queryByText('梯门保持中')).toBeNull();
    await expect(detail.getByRole('button', { name: '远程解除' })).toHaveAttribute('data-variant', 'quiet');
  },
};

const stillReported = exceptionDetailFixture({
  type: 3,
  stage: 'onSite',
  id: 412,
  agoMs: 40 * minute,
  detail: { active: true },
});
/** A repair that is registered while the device still reports the code says so; whom to ring stands in the panel. */
export const RepairedWhileReported: Story = {
  args: { kind: 'ElevatorFault', server: exceptionServer([stillReported]), address: '?id=412' },
  play: async () => {
    const detail = await panel('故障 412');
    await expect(await detail.findByRole('link', { name: '拨打维保电话' })).toBeVisible();
    await press(detail, /修复/);
    await expect(await (await dialog()).findByText(/设备仍在报告该故障。登记后等待设备消除/)).toBeVisible();
  },
};

const secondCut = (): ExceptionDetail => {
  const row = powerCut();
  return {
    ...row,
    children: childrenFixture(18, 4).map((car, index) => ({
      ...car,
      is_voided: index >= 4 && index < 14,
      people_num: index === 16 ? 2 : null,
    })),
  };
};
/** A second cut voids ten confirmations and says so; where a device saw people, somebody has to look on the spot. */
export const SecondPowerCut: Story = {
  args: { kind: 'FaultEvent', server: exceptionServer([secondCut()]), address: '?id=410' },
  play: async () => {
    const detail = await panel('事件 410');
    await expect(await detail.findByText('再次停电：10 台此前的确认已作废，请重新确认。')).toBeVisible();
    const list = within(await detail.findByRole('list', { name: '受影响的电梯' }));
    const seen = within(list.getByRole('group', { name: 'CH-08-17 如何确认轿厢无人' }));
    await expect(seen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['现场确认…']);
    await expect(list.getByRole('link', { name: '拨打 CH-08-05 轿厢求救电话 0571-86082005' })).toHaveAttribute(
      'href',
      'tel:057186082005',
    );
  },
};

const oneOfTwo = secondCut();
const cutOfTwo = exceptionServer([
  {
    ...oneOfTwo,
    cut_parts: [
      {
        id: 411,
        property_name: '安居物业',
        maintenance_name: '迅达维保',
        child_num: 1,
        swept_num: 0,
        is_finished: false,
      },
      { id: 412, property_name: '', maintenance_name: '', child_num: 4, swept_num: 4, is_finished: true },
    ],
  },
]);
/** The cars of other companies stand in incidents of their own, which a dispatcher reaches from here. */
export const PowerCutOfSeveralCompanies: Story = {
  args: { kind: 'FaultEvent', server: cutOfTwo, address: '?id=410' },
  play: async () => {
    const detail = await panel('事件 410');
    const others = within(await detail.findByRole('region', { name: '同一次停电的其他单位' }));
    const parts = others.getAllByRole('listitem').map(({ textContent }) => textContent);
    await expect(parts).toEqual(['安居物业 / 迅达维保：1 台电梯，已确认 0 台轿厢无人', '未登记单位：4 台电梯，已关闭']);
    await userEvent.click(others.getByRole('link', { name: '安居物业 / 迅达维保' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('?id=411'));
  },
};

const talking = exceptionServer(usualExceptions, {
  comments: [commentFixture(1, '已联系维保，约 20 分钟到', 6 * minute, ['AAAAAAAAAAAAAAAAAAAAAA.jpg'])],
});
/** A comment that is too long is refused beside the field with its length; none of it is cut off or lost. */
export const CommentTooLong: Story = {
  args: { kind: 'ElevatorFault', server: talking, address: '?id=404' },
  play: async () => {
    const detail = await panel('故障 404');
    const field = await detail.findByRole('textbox', { name: '评论' });
    await userEvent.click(field);
    await userEvent.paste('长'.repeat(2_314));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect(await detail.findByText(/评论最多 2000 字.*已输入 2,314/)).toBeVisible();
    await expect(field).toHaveValue('长'.repeat(2_314));
    await userEvent.clear(field);
    await userEvent.type(field, '配件已到场');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field).toHaveValue(''));
    await expect(await detail.findByText('配件已到场')).toBeVisible();
  },
};

/** A report by telephone; if people are trapped, the form leads to the call for help instead. */
export const Report: Story = {
  args: { kind: 'ElevatorFault', server: usual() },
  play: async ({ canvasElement }) => {
    await press(within(canvasElement), '登记异常');
    const form = await dialog();
    await press(form, '登记');
    await waitFor(() => expect(form.getByText('请选择电梯')).toBeVisible());
    await userEvent.type(form.getByLabelText('查找电梯'), 'CH-03-02{Enter}');
    await form.findByRole('button', { name: /CH-03-02/, pressed: true });
    await userEvent.click(form.getByRole('radio', { name: '电动车' }));
    await press(form, '登记');
    await noDialog();
  },
};
export const ReportTrapped: Story = {
  args: { kind: 'ElevatorFault', server: usual() },
  play: async ({ canvasElement }) => {
    await press(within(canvasElement), '登记异常');
    await press(await dialog(), '新建电话报警');
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/alarm-center?new=1'));
  },
};
