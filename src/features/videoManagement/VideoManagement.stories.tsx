import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import type { OutputOf } from '../../contract/endpoint.ts';
import { CallError } from '../../contract/call.ts';
import { cameraDelete, cameraList, cameraSave } from '../../contract/endpoints/camera.ts';
import { elevatorList } from '../../contract/endpoints/elevator.ts';
import { cameraPlaces } from '../../contract/entities/camera.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { answer, failing, featureDepsFixture, fixtureCall, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createVideoManagement } from './index.ts';

type Row = OutputOf<typeof cameraList>['list'][number];
const states = [
  [1, '在线'],
  [null, '未检测'],
  [2, '离线'],
  [1, '在线'],
] as const;

const cameraAt = (index: number): Row => {
  const [status, statusResult] = states[index % states.length] ?? [null, '未检测'];
  return {
    id: index + 1,
    version: 1,
    elevator_id: index + 1,
    elevator_tag: `YC-${String(index + 1).padStart(4, '0')}`,
    elevator_addr: `${(index % 9) + 1} 幢 1 单元`,
    community_name: ['翠湖花园', '云锦雅苑', '滨江一号'][index % 3] ?? '',
    name: index % 4 === 3 ? '机房' : '轿厢',
    place: cameraPlaces[index % 4 === 3 ? 1 : 0] ?? 'car',
    vendor: ['云目', '海瞳', '安视'][index % 3] ?? '',
    main_url: `rtsp://{user}:{secret}@10.20.${index % 200}.8/main/{channel}`,
    sub_url: `rtsp://{user}:{secret}@10.20.${index % 200}.8/sub/{channel}`,
    channel: '1',
    user_name: 'viewer',
    device_key: status === null ? '' : `CAM${String(index + 1).padStart(6, '0')}`,
    has_secret: index % 3 !== 1,
    status,
    statusResult,
  };
};
const noLifts = answer(elevatorList, () => onePage([]));

const stories = crudStories({
  create: createVideoManagement,
  list: cameraList,
  save: cameraSave,
  remove: cameraDelete,
  noun: '摄像头',
  firstField: { label: '名称', name: 'name' },
  rowAt: cameraAt,
  longRow: {
    ...cameraAt(98),
    name: '二期地下二层消防电梯前室朝向候梯厅与防火门的全景摄像头一号机',
    vendor: '云川市智慧社区影像技术股份有限公司视频产品事业部',
    community_name: '云川市高新技术产业开发区超高层住宅示范小区二期',
  },
  answers: [noLifts],
});

export default { title: 'features/VideoManagement', parameters: { layout: 'fullscreen' } };
export const Default = stories.Default;
export const Empty = stories.Empty;
export const Loading = stories.Loading;
export const Failed = stories.Failed;
export const Denied = stories.Denied;
export const Thousands = stories.Thousands;
export const LongLabels = stories.LongLabels;
export const ReadOnly = stories.ReadOnly;
export const New = stories.New;
export const AsksBeforeLoss = stories.AsksBeforeLoss;
export const SecondEditor = stories.SecondEditor;

const openEditor = async (canvasElement: HTMLElement) => {
  await userEvent.click(await within(canvasElement).findByRole('button', { name: /编辑/ }));
  return within(await screen.findByRole('dialog'));
};
const editing = fixtureCall([
  answer(cameraList, () => onePage([cameraAt(0)])),
  noLifts,
  answer(cameraSave, () => ({ id: 1, version: 2 })),
]);
/** The password that is set is not in the form; an empty field sends none, and only the switch removes it. */
export const SecretIsOnlyWritten = {
  render: () => <ScreenStory create={createVideoManagement} deps={featureDepsFixture({ call: editing.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await openEditor(canvasElement);
    await expect(dialog.getByLabelText(/^密码/)).toHaveValue('');
    await userEvent.click(dialog.getByRole('switch', { name: '清除已设置的密码' }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(editing.asked.find(({ method }) => method === 'POST')?.input).toMatchObject({ id: 1, secret: null }),
    );
  },
};

const otherHost = new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [
  { field: 'secret', message: '地址换了主机，请重新填写密码' },
]);
const moving = fixtureCall([answer(cameraList, () => onePage([cameraAt(0)])), noLifts, failing(cameraSave, otherHost)]);
/** An account in the address is refused before anything is sent; with another host the password must be typed again. */
export const OtherHost = {
  render: () => <ScreenStory create={createVideoManagement} deps={featureDepsFixture({ call: moving.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await openEditor(canvasElement);
    const url = dialog.getByLabelText(/主码流地址/);
    await userEvent.clear(url);
    await userEvent.type(url, 'rtsp://root:1234@10.9.9.9/live');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText(/不能写账号密码/)).toBeVisible());
    await userEvent.clear(url);
    await userEvent.type(url, 'rtsp://10.9.9.9/live');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('地址换了主机，请重新填写密码')).toBeVisible());
  },
};
