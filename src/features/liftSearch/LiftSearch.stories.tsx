import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { elevatorDetailFixture, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { noSearch, type ElevatorSearch } from '../../streams/fleet/searchElevators.ts';
import { LiftSearch } from './LiftSearch.tsx';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

const lifts = [1, 2, 3].map((id) =>
  elevatorDetailFixture(rescueRowFixture({ id, stage: 'pending', agoMs: 1_000 }), {
    open_rescue_id: id === 2 ? 2 : null,
    ...(id === 3 ? { state: 2, stateResult: '报废' } : {}),
  }),
);
const found = (total: number): ElevatorSearch => ({
  keyword: '翠湖',
  result: ready({ list: lifts, current_page: 1, page_size: 12, total, max_page: 1 }),
});

const meta = {
  title: 'features/LiftSearch',
  component: LiftSearch,
  args: { isOpen: true, search: found(3), onKeyword: fn(), onChoose: fn(), onClose: fn() },
} satisfies Meta<typeof LiftSearch>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The keyboard alone finds and opens. */
export const Found: Story = {
  play: async ({ args }) => {
    const page = within(document.body);
    const box = await page.findByRole('combobox', { name: '查找电梯' });
    await waitFor(() => expect(box).toHaveFocus());
    // The dialog fades in.
    await waitFor(() => expect(page.getByText('报废')).toBeVisible());
    await userEvent.type(box, '翠湖');
    await waitFor(() => expect(args.onKeyword).toHaveBeenCalledWith('翠湖'));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(args.onChoose).toHaveBeenCalledWith(lifts[1]?.id);
    await expectSpokenWhole(document.body);
  },
};
export const TooMany: Story = { args: { search: found(482) } };
export const Idle: Story = { args: { search: noSearch } };
export const Searching: Story = { args: { search: { keyword: '翠湖', result: { kind: 'loading' } } } };
export const Nothing: Story = {
  args: {
    search: { keyword: '不存在', result: ready({ list: [], current_page: 1, page_size: 12, total: 0, max_page: 1 }) },
  },
};
export const Failed: Story = {
  args: {
    search: {
      keyword: '翠湖',
      result: { kind: 'failed', failure: 'offline', message: '网络连接失败，请检查网络后重试' },
    },
  },
};
