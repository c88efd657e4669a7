import {
  communityList,
  communityMemberDelete,
  communityMembers,
  communityMemberSave,
  communityPeople,
} from '../../contract/endpoints/community.ts';
import { memberRoles } from '../../contract/entities/community.ts';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  onePage,
  silent,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { CallError } from '../../contract/call.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import type { Permission } from '../../contract/permissions.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createParkManagement } from './index.ts';

const people = ['赵强', '周建', '王芳', '李静'];
const memberAt = (index: number) => ({
  id: index + 1,
  version: 1,
  community_id: 11,
  community_name: index % 2 === 0 ? '翠湖花园' : '云锦雅苑',
  person_id: index + 1,
  person_name: people[index % people.length] ?? '',
  mobile: `0000001${String(1000 + index)}`,
  role: memberRoles[index % memberRoles.length] ?? 'guard',
});
const some = answer(communityMembers, () => onePage(Array.from({ length: 8 }, (_, index) => memberAt(index))));
const others = [
  answer(communityPeople, () => [{ value: 1, label: '赵强', detail: '00000011000' }]),
  answer(communityList, () => onePage([])),
];

const shown = (answers: Parameters<typeof fixtureCall>[0], permissions?: readonly Permission[]) => () => (
  <ScreenStory
    create={createParkManagement}
    address="?tab=members"
    deps={featureDepsFixture({
      call: fixtureCall([...answers, ...others]).call,
      ...(permissions === undefined ? {} : { permissions }),
    })}
  />
);

export default { title: 'features/CommunityMembers', parameters: { layout: 'fullscreen' } };
export const Default = { render: shown([some]) };
export const Empty = { render: shown([answer(communityMembers, () => onePage([]))]) };
export const Loading = { render: shown([silent(communityMembers)]) };
export const Failed = {
  render: shown([failing(communityMembers, new CallError('offline', '网络连接已断开，请检查网络', 0))]),
};
export const ReadOnly = {
  render: shown([some], ['community.view']),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await within(canvasElement).findAllByRole('row');
    await expect(within(canvasElement).queryByRole('button', { name: /新建小区人员|编辑|删除/ })).toBeNull();
  },
};
const taken = new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [
  { field: 'person_id', message: '该人员已登记在这个小区' },
]);
export const AlreadyThere = {
  render: shown([some, failing(communityMemberSave, taken)]),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [edit] = await within(canvasElement).findAllByRole('button', { name: /编辑/ });
    if (edit === undefined) throw new Error('no row can be edited');
    await userEvent.click(edit);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('该人员已登记在这个小区')).toBeVisible());
  },
};
export const Removed = {
  render: shown([some, answer(communityMemberDelete, () => ({ removed: 1 }))]),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [remove] = await within(canvasElement).findAllByRole('button', { name: /删除/ });
    if (remove === undefined) throw new Error('no row can be removed');
    await userEvent.click(remove);
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText(/翠湖花园 赵强/)).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
