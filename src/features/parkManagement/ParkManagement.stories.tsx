import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { communityDelete, communityList, communitySave } from '../../contract/endpoints/community.ts';
import { regionTree } from '../../contract/endpoints/region.ts';
import { cityMap, type CityMap } from '../../contract/endpoints/replay.ts';
import { statsAreaCommunityElevator } from '../../contract/endpoints/stats.ts';
import type { RegionNode } from '../../contract/entities/region.ts';
import { answer, featureDepsFixture, fixtureCall, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createParkManagement } from './index.ts';

const names = ['翠湖花园', '云锦雅苑', '望溪名邸', '枫桥里', '星澜湾', '临溪公馆', '和悦家园', '长虹大厦'];
const siteTypes = ['residential', 'office', 'mall', null] as const;
const communityAt = (index: number) => ({
  id: index + 11,
  version: 1,
  name: `${names[index % names.length] ?? ''}${index < names.length ? '' : ` ${index}`}`,
  address: `云川市东湖区湖滨路 ${index + 1} 号`,
  area_id: 2,
  full_area: '云川市东湖区',
  property_id: 301,
  property_name: '安和物业服务有限公司',
  site_type: siteTypes[index % 4] ?? null,
  lng: 119.252,
  lat: 30.118,
  group_ids: [7],
  group_names: ['老旧小区'],
  remark: '',
  member_num: 2,
  elevator_num: (index * 7) % 60,
});

const answers = [
  answer(regionTree, (): RegionNode[] => [
    {
      id: 7,
      version: 1,
      type: 'group',
      name: '老旧小区',
      code: '',
      parent_id: 2,
      parent_name: '云川市东湖区',
      is_city: true,
      visit_workers: null,
      full_name: '云川市东湖区 老旧小区',
      community_num: 3,
      elevator_num: 30,
      children: [],
    },
  ]),
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
];
const stories = crudStories({
  create: createParkManagement,
  list: communityList,
  save: communitySave,
  remove: communityDelete,
  noun: '小区',
  firstField: { label: '名称', name: 'name' },
  rowAt: communityAt,
  longRow: {
    ...communityAt(98),
    name: '云川高新技术产业开发区科学城东路云锦国际商务中心（二期）及配套人才公寓',
    full_area: '云川市高新技术产业开发区与科学城联合管理委员会直属街道',
    group_names: ['重点监督', '老旧小区', '加装电梯', '物业交接'],
    elevator_num: 48_211,
  },
  answers,
});

export default { title: 'features/ParkManagement', parameters: { layout: 'fullscreen' } };
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

const list = answer(communityList, () => onePage([communityAt(0)]));
const picking = fixtureCall([list, answer(communitySave, () => ({ id: 11, version: 2 })), ...answers]);
/** A press on the map fills in the place, and what is sent is where the press was. */
export const PlaceOnMap = {
  render: () => <ScreenStory create={createParkManagement} deps={featureDepsFixture({ call: picking.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /编辑/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const map = await dialog.findByRole('application', { name: '选取小区位置的地图' });
    const box = map.getBoundingClientRect();
    const coords = { clientX: box.left + box.width * 0.4, clientY: box.top + box.height * 0.4 };
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: map, coords },
      { keys: '[/MouseLeft]', target: map, coords },
    ]);
    await waitFor(() => expect(dialog.getByLabelText(/经度/)).not.toHaveValue('119.252'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(picking.asked.at(-1)?.path).toBe(communityList.path));
    const sent = communitySave.input.parse(
      picking.asked.find(({ path, method }) => path === communitySave.path && method === 'POST')?.input,
    );
    await expect(sent.lng).toBeGreaterThan(119);
    await expect(sent.lng).toBeLessThan(119.5);
    await expect(sent.lat).toBeGreaterThan(30);
    await expect(sent.group_ids).toEqual([7]);
  },
};
const region = (id: number, name: string): RegionNode => ({
  id,
  version: 1,
  type: 'area',
  name,
  code: '',
  parent_id: null,
  parent_name: '',
  is_city: true,
  visit_workers: null,
  full_name: name,
  community_num: 1,
  elevator_num: 30,
  children: [],
});
const counts = { elevator_num: 30, online_num: 30, offline_num: 0, call_num: 0 };
const elsewhere = fixtureCall([
  list,
  answer(communitySave, () => ({ id: 11, version: 2 })),
  answer(regionTree, () => [region(2, '云川市东湖区'), region(3, '云川市远山县')]),
  answer(statsAreaCommunityElevator, () => ({
    total: 60,
    community_total: 2,
    trapped_days: 30,
    areas: [
      {
        id: 2,
        name: '东湖区',
        ...counts,
        communities: [{ id: 14, name: '枫桥里', lng: 119.25, lat: 30.12, ...counts }],
      },
      {
        id: 3,
        name: '远山县',
        ...counts,
        communities: [{ id: 15, name: '云锦雅苑', lng: 119.6, lat: 30.4, ...counts }],
      },
    ],
  })),
  ...answers,
]);
/** A place nearer to another region's communities is asked about; going back marks it, and a confirmed one is saved as it is. */
export const PlaceElsewhere = {
  render: () => <ScreenStory create={createParkManagement} deps={featureDepsFixture({ call: elsewhere.call })} />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /编辑/ }));
    const form = within(await screen.findByRole('dialog', { name: /编辑小区/ }));
    for (const [label, degrees] of [
      [/经度/, '119.58'],
      [/纬度/, '30.4'],
    ] as const) {
      await userEvent.clear(form.getByLabelText(label));
      await userEvent.type(form.getByLabelText(label), degrees);
    }
    const question = '此位置离云川市远山县的小区“云锦雅苑”1.9 公里，确认属于云川市东湖区？';
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.getByText(question)).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: '返回修改' }));
    await waitFor(() => expect(form.getByText('请核对经度、纬度与所选区域')).toBeVisible());
    await expect(elsewhere.asked.some(({ path, method }) => path === communitySave.path && method === 'POST')).toBe(
      false,
    );
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await userEvent.click(await screen.findByRole('button', { name: '位置正确，保存' }));
    await waitFor(() =>
      expect(elsewhere.asked.some(({ path, method }) => path === communitySave.path && method === 'POST')).toBe(true),
    );
  },
};

export const OutsideChina = {
  ...stories.Default,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [edit] = await within(canvasElement).findAllByRole('button', { name: /编辑/ });
    if (edit === undefined) throw new Error('no row can be edited');
    await userEvent.click(edit);
    const dialog = within(await screen.findByRole('dialog'));
    const longitude = dialog.getByLabelText(/经度/);
    await userEvent.clear(longitude);
    await userEvent.type(longitude, '11.9');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('经度须在 73 到 136 之间')).toBeVisible());
  },
};
