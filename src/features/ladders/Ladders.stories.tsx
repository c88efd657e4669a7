import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { elevatorList } from '../../contract/endpoints/elevator.ts';
import {
  ladderDelete,
  ladderList,
  ladderOrganizations,
  ladderPeople,
  ladderPreview,
  ladderSave,
  rotaList,
} from '../../contract/endpoints/ladder.ts';
import { elevatorDetailFixture, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { answer, featureDepsFixture, fixtureCall, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createLadders } from './index.ts';
import { ladderAt, organizations, people, previewFixture, rotaAt } from './ladders.fixtures.ts';

const lookups = [answer(ladderOrganizations, () => organizations), answer(ladderPeople, () => people)];
const stories = crudStories({
  create: createLadders,
  list: ladderList,
  save: ladderSave,
  remove: ladderDelete,
  noun: '通知阶梯',
  firstField: { label: '名称', name: 'name' },
  rowAt: ladderAt,
  longRow: {
    ...ladderAt(1),
    id: 99,
    name: '云川市高新技术产业开发区夜间与节假日困人呼叫通知阶梯',
    organization_name: '云川市高新技术产业开发区特种设备安全与应急救援技术服务有限责任公司第三分公司',
  },
  answers: lookups,
});

export default { title: 'features/Ladders', parameters: { layout: 'fullscreen' } };
export const Default = stories.Default;
export const Empty = stories.Empty;
export const LongLabels = stories.LongLabels;
export const ReadOnly = stories.ReadOnly;

const screenWith = (address = '') => {
  const { call, asked } = fixtureCall([
    answer(ladderList, () => onePage([ladderAt(1)])),
    answer(rotaList, () => onePage([rotaAt(0), rotaAt(1)])),
    answer(ladderSave, () => ({ id: 2, version: 2 })),
    answer(ladderPreview, () => previewFixture),
    answer(elevatorList, () =>
      onePage([elevatorDetailFixture(rescueRowFixture({ id: 318, stage: 'pending', agoMs: 0 }))]),
    ),
    ...lookups,
  ]);
  return {
    asked,
    render: () => <ScreenStory create={createLadders} address={address} deps={featureDepsFixture({ call })} />,
  };
};
const openEdit = async (canvasElement: HTMLElement) => {
  const [edit] = await within(canvasElement).findAllByRole('button', { name: /编辑/ });
  if (edit === undefined) throw new Error('nothing can be edited');
  await userEvent.click(edit);
  return within(await screen.findByRole('dialog'));
};

const editing = screenWith();
/** By keyboard: moves the company's telephone before the people on duty and removes a person from the round. */
export const EditingARound = {
  render: editing.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await openEdit(canvasElement);
    const round = within(dialog.getByRole('group', { name: /第 1 轮/ }));
    const earlier = round.getByRole('button', { name: '提前 物业单位 24 小时电话' });
    earlier.focus();
    await userEvent.keyboard('{Enter}');
    round.getByRole('button', { name: '移除 周德明' }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(round.queryByText('周德明')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(
        editing.asked.find(({ path, method }) => path === ladderSave.path && method === 'POST')?.input,
      ).toMatchObject({
        rungs: [
          {},
          {
            who: [
              { kind: 'dutyPhone', company: 'property' },
              { kind: 'rota', company: 'property' },
            ],
          },
          {},
          {},
        ],
      }),
    );
  },
};

/** The dialog's layout, for visual checks. */
export const Editor = {
  render: screenWith().render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dialog = await openEdit(canvasElement);
    await expect(dialog.getAllByRole('group', { name: /^第 \d 轮/ })).toHaveLength(4);
  },
};

export const RotaWithAGap = {
  render: screenWith('?tab=rotas').render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await expect(await within(canvasElement).findByText(/^周日 02:00–06:00 无人/)).toBeVisible();
    const dialog = await openEdit(canvasElement);
    const sunday = within(dialog.getByRole('list', { name: '周日' }));
    await waitFor(() => expect(sunday.getByLabelText('02:00–06:00 无人')).toBeVisible());
    await expect(sunday.getByLabelText('00:00–02:00 王芳')).toBeVisible();
  },
};

export const PreviewWithProblems = {
  render: screenWith('?tab=preview').render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole('combobox', { name: '电梯' }), '翠湖');
    const [option] = await screen.findAllByRole('option');
    if (option === undefined) throw new Error('no lift is found');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    for (const words of ['未配置', '没有电话', '按 1 受理', '本小时已拨打 5 次'])
      await expect(await canvas.findByText(words)).toBeVisible();
    await expect(canvas.getAllByText('按 1 仅知晓')).toHaveLength(2);
  },
};
