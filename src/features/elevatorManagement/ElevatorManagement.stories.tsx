import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { OutputOf } from '../../contract/endpoint.ts';
import { auditList } from '../../contract/endpoints/audit.ts';
import { communityDetail, communityList } from '../../contract/endpoints/community.ts';
import { importFillProperty, importPropertyGap } from '../../contract/endpoints/imports.ts';
import { liftFileDelete, liftFileList, liftFileSave } from '../../contract/endpoints/liftFile.ts';
import { uploadFile } from '../../contract/endpoints/uploadFile.ts';
import { CallError } from '../../contract/call.ts';
import { maintenanceCalls } from '../../contract/endpoints/company.ts';
import { companyFields } from '../../contract/entities/company.ts';
import { cameraList } from '../../contract/endpoints/camera.ts';
import { deviceStatus } from '../../contract/endpoints/elevator.ts';
import { elevatorProven, probeStatus } from '../../contract/endpoints/probe.ts';
import { elevatorDelete, elevatorRegister, elevatorSave } from '../../contract/endpoints/liftRegister.ts';
import { cityMap, type CityMap } from '../../contract/endpoints/replay.ts';
import type { DeviceRow } from '../../contract/entities/elevator.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { provenChain } from '../../parts/stories/chain.fixtures.ts';
import { answer, featureDepsFixture, fixtureCall, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createElevatorManagement } from './index.ts';
import { liftAt } from './lifts.fixtures.ts';
import { NextSteps } from './NextSteps.tsx';

const closed = fn();

const deviceAt = (device_key: string, device_type: DeviceRow['device_type']): DeviceRow => ({
  device_key,
  elevator_id: 1,
  device_type,
  status: 1,
  statusResult: '在线',
  load: 1,
  loadResult: '正常',
  last_seen_at: '2026-11-21T18:39:58.000+08:00',
  status_changed_at: '2026-11-20T08:00:00.000+08:00',
  clock_off_ms: 0,
});
const inCar: OutputOf<typeof cameraList>['list'][number] = {
  id: 1,
  version: 1,
  elevator_id: 1,
  elevator_tag: 'YC-0001',
  elevator_addr: '1 幢 1 单元',
  community_name: '翠湖花园',
  name: '轿厢',
  place: 'car',
  vendor: '云目',
  main_url: 'rtsp://{user}:{secret}@10.20.3.8/main',
  sub_url: '',
  channel: '',
  user_name: 'viewer',
  device_key: '',
  has_secret: true,
  status: null,
  statusResult: '未检测',
};
const lakeside: OutputOf<typeof communityDetail> = {
  id: 11,
  version: 1,
  name: '翠湖花园',
  address: '云川市东湖区湖滨路 8 号',
  area_id: 3,
  property_id: 302,
  property_name: '和悦物业',
  site_type: 'residential',
  lng: 119.252,
  lat: 30.118,
  group_ids: [],
  group_names: [],
  remark: '',
  full_area: '云川市东湖区',
  member_num: 2,
  elevator_num: 8,
};
const papers: OutputOf<typeof liftFileList>['list'] = [
  {
    id: 1,
    version: 1,
    elevator_id: 1,
    kind: 'inspection',
    name: '2026 年定期检验报告',
    issued_on: '2026-05-18',
    photos: [`${'C'.repeat(22)}.png`],
  },
];
const noGap = answer(importPropertyGap, () => ({ elevator_num: 0, companies: [] }));
const otherAnswers = [
  answer(cityMap, (): CityMap => ({
    name: '云川市',
    boundary: [
      [
        [119.1, 30.0],
        [119.4, 30.0],
        [119.4, 30.25],
        [119.1, 30.25],
      ],
    ],
    districts: [],
    buildings: [],
  })),
  answer(liftFileList, () => onePage(papers, 100)),
  answer(uploadFile, () => ({ url: '/files/x', name: `${'D'.repeat(22)}.png`, size: 20 })),
  answer(liftFileSave, ({ id }) => ({ id: id ?? 2, version: 1 })),
  answer(liftFileDelete, () => ({ removed: 1 })),
  answer(deviceStatus, () => [deviceAt('COL000001', 'COL'), deviceAt('CAM000001', 'CAM')]),
  answer(cameraList, () => onePage([inCar])),
  answer(elevatorProven, () => ({
    help: { at: '2026-11-20T10:12:00.000+08:00', by: 'selfTest' as const },
    signal: { at: '2026-11-21T18:42:00.000+08:00', by: 'report' as const },
  })),
  answer(probeStatus, () => ({ enabled: true, stages: [...provenChain] })),
  answer(auditList, () =>
    onePage(
      [
        {
          id: 905,
          at: '2026-11-20T10:12:00.000+08:00',
          actor_name: '关立群',
          record: 'elevator' as const,
          record_id: '1',
          record_name: 'YC-0001',
          action: '修改',
          changes: [
            { field: '状态', before: '在用', after: '停用' },
            { field: '停用或报废原因', before: '', after: '整机大修' },
          ],
        },
        {
          id: 201,
          at: '2026-09-01T09:00:00.000+08:00',
          actor_name: '演示数据',
          record: 'elevator' as const,
          record_id: '1',
          record_name: 'YC-0001',
          action: '新建',
          changes: [{ field: '电梯编号', before: '', after: 'YC-0001' }],
        },
      ],
      50,
    ),
  ),
];
const maintainer: OutputOf<typeof maintenanceCalls.list>['list'][number] = {
  ...companyFields.parse({
    name: '迅捷升降有限公司',
    address: '云川市东湖区学府街 9 号',
    contact_mobile: '0500-86001000',
  }),
  id: 403,
  version: 1,
  elevator_num: 12,
  contract_num: 1,
};
const answers = [noGap, ...otherAnswers];
const stories = crudStories({
  create: createElevatorManagement,
  list: elevatorRegister,
  save: elevatorSave,
  remove: elevatorDelete,
  noun: '电梯',
  firstField: { label: '电梯编号', name: 'tag' },
  rowAt: liftAt,
  longRow: {
    ...liftAt(98),
    tag: 'YUNCHUAN-HITECH-2019-000000000000000098',
    community_name: '云川高新技术产业开发区科学城东路云锦国际商务中心',
    addr: 'A 座裙楼西侧货运通道地下二层至地上四层 3 号载货电梯（靠近消防控制室）',
    maintenance_name: '云川市高新技术产业开发区特种设备安全与应急救援技术服务有限责任公司第三分公司',
  },
  answers,
});

export default { title: 'features/ElevatorManagement', parameters: { layout: 'fullscreen' } };
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
export const InUse = stories.InUse;

const list = answer(elevatorRegister, () => onePage([liftAt(0)]));
const editing = fixtureCall([list, answer(elevatorSave, () => ({ id: 1, version: 2 })), ...answers]);
const openForm = async (canvasElement: HTMLElement) => {
  await userEvent.click(await within(canvasElement).findByRole('button', { name: /编辑/ }));
  return within(await screen.findByRole('dialog'));
};

/** Days out of order are refused beside the later one, a code in full-width digits is taken, and nothing else changes. */
export const Edited = {
  render: () => <ScreenStory create={createElevatorManagement} deps={featureDepsFixture({ call: editing.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await openForm(canvasElement);
    const code = dialog.getByLabelText(/注册代码/);
    await userEvent.clear(code);
    await userEvent.type(code, '３１１０３３９９０１２０１９０５０００９');
    const next = dialog.getByLabelText(/下次检验日期/);
    await userEvent.clear(next);
    await userEvent.type(next, '2026-05-01');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('下次检验日期早于上次检验日期，请核对')).toBeVisible());
    await expect(screen.getByRole('dialog')).toBeVisible();
    await userEvent.clear(next);
    await userEvent.type(next, '2027-05-01');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { code: _code, ...sent } = liftAt(0);
    await expect(editing.asked.findLast(({ method }) => method === 'POST')?.input).toMatchObject({
      id: 1,
      version: 1,
      tag: sent.tag,
      category: 'traction',
      registration_code: '31103399012019050009',
      next_inspection_on: '2027-05-01',
      lng: 119.252,
    });
  },
};

const offering = fixtureCall([
  list,
  answer(communityList, () => onePage([lakeside])),
  answer(communityDetail, () => lakeside),
  ...answers,
]);

/** A new lift begins as most lifts are, and its community fills in who looks after its neighbours. */
export const NewBegins = {
  render: () => <ScreenStory create={createElevatorManagement} deps={featureDepsFixture({ call: offering.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '新建电梯' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByRole('combobox', { name: /^状态/ })).toHaveTextContent('在用');
    await expect(dialog.getByRole('combobox', { name: /^类别/ })).toHaveTextContent('曳引');
    await userEvent.type(dialog.getByRole('combobox', { name: /^小区/ }), '翠湖');
    await userEvent.click(await screen.findByRole('option', { name: /翠湖花园/ }));
    await waitFor(() => expect(dialog.getByRole('combobox', { name: /^物业单位/ })).toHaveValue('和悦物业'));
    await expect(dialog.getByRole('combobox', { name: /^维保单位/ })).toHaveValue('云川速援有限公司');
    await expect(dialog.getAllByText('已按所选小区带入，请核对')).toHaveLength(2);
  },
};

/** A lift opens beside the list with its data, its companies, its devices and its history. */
export const Detail = {
  render: () => (
    <ScreenStory
      create={createElevatorManagement}
      address="?id=1"
      deps={featureDepsFixture({ call: fixtureCall([list, ...answers]).call })}
    />
  ),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const detail = within(await within(canvasElement).findByRole('complementary', { name: '电梯 YC-0001' }));
    await detail.findByText('永磁同步曳引机');
    await userEvent.click(detail.getByRole('tab', { name: '单位' }));
    await detail.findByRole('link', { name: '拨打维保电话' });
    await userEvent.click(detail.getByRole('tab', { name: '设备' }));
    await detail.findByRole('button', { name: '解绑 COL000001' });
    await userEvent.click(detail.getByRole('tab', { name: '摄像头' }));
    await detail.findByText('未检测');
    await userEvent.click(detail.getByRole('tab', { name: '变更记录' }));
    await detail.findByText('状态：在用 → 停用');
  },
};

/** A lift out of use says why before it is saved. */
export const OutOfUse = {
  render: Edited.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await openForm(canvasElement);
    await userEvent.click(dialog.getByRole('combobox', { name: /^状态/ }));
    await userEvent.click(await screen.findByRole('option', { name: '停用' }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('请填写停用或报废的原因')).toBeVisible());
  },
};

const several = fixtureCall([
  answer(elevatorRegister, () => onePage([liftAt(0), liftAt(1), liftAt(2)])),
  answer(maintenanceCalls.list, () => onePage([maintainer])),
  answer(elevatorSave, ({ id }) => {
    if (id === 2) throw new CallError('refused', '此电梯已被他人修改，请刷新后重试', 409);
    return { id: id ?? 0, version: 2 };
  }),
  ...answers,
]);

/** Three lifts change their maintenance company at once; the one that somebody else has changed is left alone and named. */
export const SeveralChange = {
  render: () => <ScreenStory create={createElevatorManagement} deps={featureDepsFixture({ call: several.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: '选择本页全部' }));
    await userEvent.click(canvas.getByRole('button', { name: '更换维保单位' }));
    const dialog = within(await screen.findByRole('dialog', { name: '更换 3 台电梯的维保单位' }));
    await userEvent.type(dialog.getByRole('combobox', { name: /^新的维保单位/ }), '迅捷');
    await userEvent.click(await screen.findByRole('option', { name: /迅捷升降有限公司/ }));
    await userEvent.click(dialog.getByRole('button', { name: '更换 3 台' }));
    const told = within(await screen.findByRole('dialog', { name: '更换维保单位' }));
    await expect(told.getByRole('status')).toHaveTextContent('已更换 2 台，以下 1 台未更换');
    await expect(told.getByRole('listitem')).toHaveTextContent('YC-0002：此电梯已被他人修改，请刷新后重试');
    // Nothing but the company has changed, and the third lift had it already.
    const saved = several.asked.filter(({ method }) => method === 'POST').map(({ input }) => input);
    await expect(saved).toHaveLength(2);
    await expect(saved[0]).toMatchObject({ id: 1, version: 1, maintenance_id: 403, tag: 'YC-0001', property_id: 301 });
    await userEvent.click(told.getByRole('button', { name: '知道了' }));
    await waitFor(() => expect(canvas.queryByText(/^已选/)).toBeNull());
  },
};

const filing = fixtureCall([list, ...answers]);

/** A certificate is put on the lift's register as a picture, and one is removed after a question that names it. */
export const Papers = {
  render: () => (
    <ScreenStory create={createElevatorManagement} address="?id=1" deps={featureDepsFixture({ call: filing.call })} />
  ),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const detail = within(await within(canvasElement).findByRole('complementary', { name: '电梯 YC-0001' }));
    await userEvent.click(detail.getByRole('tab', { name: '资料' }));
    await detail.findByText('2026 年定期检验报告');
    await userEvent.click(detail.getByRole('button', { name: '登记资料' }));
    const dialog = within(await screen.findByRole('dialog', { name: '登记电梯资料' }));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    // All that is missing is marked at once.
    await waitFor(() => expect(dialog.getByText('请填写名称')).toBeVisible());
    await expect(dialog.getByText('请上传至少一张图片')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/^名称/), '使用登记证');
    await userEvent.upload(dialog.getByLabelText('添加图片'), new File(['x'], 'a.png', { type: 'image/png' }));
    await dialog.findByRole('button', { name: '移除第 1 张照片' });
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(filing.asked.some(({ method }) => method === 'POST')).toBe(true));
    await expect(filing.asked.findLast(({ path }) => path === '/api/elevator/file')?.input).toMatchObject({
      elevator_id: 1,
      kind: 'inspection',
      name: '使用登记证',
      photos: [`${'D'.repeat(22)}.png`],
    });
    await userEvent.click(await detail.findByRole('button', { name: '删除' }));
    const asked = within(await screen.findByRole('dialog', { name: '删除电梯资料' }));
    await userEvent.click(asked.getByRole('button', { name: '删除' }));
    await waitFor(() =>
      expect(filing.asked.findLast(({ method }) => method === 'DELETE')?.input).toEqual({ ids: [1] }),
    );
  },
};

/** A lift that was registered without a maintenance company: the page names what is missing and leads to the lift. */
export const AfterCreating = {
  render: () => (
    <MemoryRouter>
      <NextSteps id={1} tag="YC-0001" hasMaintainer={false} mayBind onClose={closed} />
    </MemoryRouter>
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: '已新建电梯 YC-0001' }));
    await waitFor(() => expect(dialog.getByText(/尚未指定维保单位/)).toBeVisible());
    await expect(dialog.getByText(/尚未绑定采集终端/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: '打开这台电梯' }));
    await expect(closed).toHaveBeenCalledOnce();
  },
};

/** Text in a number is reported as such, not as a missing number. */
export const TextInANumber = {
  render: Edited.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await openForm(canvasElement);
    const load = dialog.getByLabelText(/额定载重量/);
    await userEvent.clear(load);
    await userEvent.type(load, 'abc');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('须为数字')).toBeVisible());
    await expect(dialog.queryByText('请填写额定载重量')).toBeNull();
  },
};

const gapAnswer = (listed: number) =>
  answer(importPropertyGap, () => ({
    elevator_num: 1_260,
    companies: [
      { property_id: 301, property_name: '安和物业服务有限公司', community_num: 14, elevator_num: 806 },
      { property_id: 302, property_name: '和悦物业', community_num: 5, elevator_num: 412 },
    ].slice(0, listed),
  }));
const filling = fixtureCall([list, gapAnswer(2), answer(importFillProperty, () => ({ id: 31 })), ...otherAnswers]);

/** Lifts that were imported without a property company: how many each company gets is shown before any is listed. */
export const LacksProperty = {
  render: () => <ScreenStory create={createElevatorManagement} deps={featureDepsFixture({ call: filling.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const lead = within(await within(canvasElement).findByRole('region', { name: '缺物业单位' }));
    await expect(lead.getByText('1260')).toBeVisible();
    await userEvent.click(lead.getByRole('button', { name: '查看这些电梯' }));
    await waitFor(() => expect(filling.asked.at(-1)).toMatchObject({ input: { lacking: 'property' } }));
    await userEvent.click(lead.getByRole('button', { name: '按小区补全物业单位' }));
    const dialog = within(await screen.findByRole('dialog', { name: '按小区补全物业单位' }));
    await waitFor(() => expect(dialog.getByRole('row', { name: '安和物业服务有限公司 14 个 806 台' })).toBeVisible());
    await expect(dialog.getByText(/另有 42 台所在的小区没有物业单位/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: '列出 1,218 台电梯' }));
    await waitFor(() =>
      expect(filling.asked).toContainEqual(
        expect.objectContaining({ path: '/api/elevator/import/property-gap', method: 'POST' }),
      ),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

/** Their communities have none either: the page says what to do first. */
export const LacksPropertyEverywhere = {
  render: () => (
    <ScreenStory
      create={createElevatorManagement}
      deps={featureDepsFixture({ call: fixtureCall([list, gapAnswer(0), ...otherAnswers]).call })}
    />
  ),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const lead = within(await within(canvasElement).findByRole('region', { name: '缺物业单位' }));
    await expect(lead.getByText(/请先在“小区管理”中登记/)).toBeVisible();
    await expect(lead.getByRole('button', { name: '小区管理' })).toBeEnabled();
  },
};
