import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../../contract/call.ts';
import { exceptionReport } from '../../../contract/endpoints/rescue.ts';
import { elevatorDetailFixture, rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { loading, ready } from '../../../streams/loading/loadState.ts';
import {
  noSearch,
  searchElevators,
  type ElevatorPage,
  type ElevatorSearch,
} from '../../../streams/fleet/searchElevators.ts';
import { NewCall } from './NewCall.tsx';
import { NewCallDialog, type NewCallDialogProps } from './NewCallDialog.tsx';
import { deskServer } from '../rescueCallDeps.fixtures.ts';

const lifts = ['1 栋 1 单元', '1 栋 2 单元', '3 栋 1 单元'].map((addr, index) => {
  const row = rescueRowFixture({ id: 10 + index, stage: 'pending', agoMs: 60_000, row: { addr } });
  return elevatorDetailFixture(row, { open_rescue_id: index === 1 ? 318 : null });
});
const pageOf = (list: ElevatorPage['list'], total = list.length): ElevatorPage => ({
  list,
  current_page: 1,
  page_size: 8,
  total,
  max_page: 1,
});
const found: ElevatorSearch = { keyword: '翠湖', result: ready(pageOf(lifts, 46)) };

const submits = fn<NewCallDialogProps['onSubmit']>(() => Promise.resolve());

const meta = {
  title: 'features/RescueCall/新建电话报警',
  component: NewCallDialog,
  parameters: { layout: 'fullscreen' },
  args: { requestId: '5f1d3c9ab2e84f60', search: noSearch, onSearch: fn(), onClose: fn(), onSubmit: submits },
  beforeEach: () => {
    submits.mockReset();
    submits.mockResolvedValue();
  },
} satisfies Meta<typeof NewCallDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const dialog = async () => within(await screen.findByRole('dialog'));

export const Empty: Story = {};
export const Searching: Story = { args: { search: { keyword: '翠湖', result: loading } } };
export const Found: Story = {
  args: { search: found },
  play: async () => {
    const form = await dialog();
    await userEvent.click(form.getByLabelText('查找电梯'));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(form.getByRole('button', { name: /翠湖花园 1 栋 2 单元/ })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(form.getByText('这台电梯已有进行中的救援，提交后并入该救援单。')).toBeVisible());
    await userEvent.type(form.getByLabelText(/回拨电话/), '138 0000 4411');
    await userEvent.click(form.getByRole('button', { name: '登记并发起救援' }));
    await waitFor(() =>
      expect(submits).toHaveBeenCalledWith({
        type: 1,
        request_id: '5f1d3c9ab2e84f60',
        elevator_id: 1211,
        caller_phone: '138 0000 4411',
      }),
    );
  },
};
/** The six digits on the plate name one lift: it is chosen at once, and Enter leads on to the telephone number. */
export const ExactCode: Story = {
  args: { search: { keyword: lifts[2]?.rescue_code ?? '', result: ready(pageOf(lifts)) } },
  play: async ({ args }) => {
    const form = await dialog();
    const lift = await form.findByRole('button', { name: /翠湖花园 3 栋 1 单元/ });
    await waitFor(() => expect(lift).toHaveAttribute('aria-pressed', 'true'));
    await userEvent.click(form.getByLabelText('查找电梯'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(form.getByLabelText(/回拨电话/)).toHaveFocus());
    // Enter in the search sends no half-filled form; Ctrl+Enter sends the form from any field.
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard('13800004411{Control>}{Enter}{/Control}');
    await waitFor(() => expect(submits).toHaveBeenCalledWith(expect.objectContaining({ elevator_id: 1212 })));
  },
};
export const NoneFound: Story = { args: { search: { keyword: '999999', result: ready(pageOf([])) } } };
export const SearchFailed: Story = {
  args: { search: { keyword: '翠湖', result: { kind: 'failed', failure: 'offline', message: '网络连接已断开' } } },
};

/** Each keyword finds one lift. */
const oneEach: Readonly<Record<string, ElevatorPage['list']>> = {
  翠湖: lifts.slice(0, 1),
  '翠湖东 3 栋': lifts.slice(2, 3),
};
const searched = () => {
  const { deps, asked } = deskServer([]);
  return {
    reported: () => asked.filter(({ path }) => path === exceptionReport.path).map(({ body }) => body),
    render: () => (
      <NewCall
        call={deps.call}
        notify={deps.notify}
        search$={(keyword$) => searchElevators(keyword$, (keyword) => Promise.resolve(pageOf(oneEach[keyword] ?? [])))}
        userId={deps.user.id}
        onClose={fn()}
        onOpened={fn()}
      />
    ),
  };
};
const quick = searched();
/** Enter right after the last key: the list of the shorter keyword is still there, but the lift of the typed one is chosen. */
export const EnterWaitsForItsResult: Story = {
  render: quick.render,
  play: async () => {
    const form = await dialog();
    const box = form.getByLabelText('查找电梯');
    await userEvent.type(box, '翠湖');
    await form.findByRole('button', { name: /翠湖花园 1 栋 1 单元/ });
    await userEvent.type(box, '东 3 栋{Enter}');
    await waitFor(() => expect(form.getByLabelText(/回拨电话/)).toHaveFocus());
    await expect(form.getByRole('button', { name: /翠湖花园 3 栋 1 单元/ })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('13800004411{Control>}{Enter}{/Control}');
    await waitFor(() => expect(quick.reported()).toMatchObject([{ elevator_id: lifts[2]?.id }]));
  },
};
const again = searched();
/** The first lift was wrong: another keyword clears the choice, and Enter continues with the lift it finds. */
export const NewKeywordClearsChoice: Story = {
  render: again.render,
  play: async () => {
    const form = await dialog();
    const box = form.getByLabelText('查找电梯');
    await userEvent.type(box, '翠湖{Enter}');
    await waitFor(() => expect(form.getByLabelText(/回拨电话/)).toHaveFocus());
    await userEvent.type(box, '东 3 栋');
    const other = await form.findByRole('button', { name: /翠湖花园 3 栋 1 单元/ });
    // Nothing is chosen until a person chooses again.
    await expect(other).toHaveAttribute('aria-pressed', 'false');
    await userEvent.type(form.getByLabelText(/回拨电话/), '13800004411{Control>}{Enter}{/Control}');
    await waitFor(() => expect(form.getByText('请选择电梯')).toBeVisible());
    await expect(again.reported()).toEqual([]);
    await userEvent.type(box, '{Enter}');
    await waitFor(() => expect(form.getByLabelText(/回拨电话/)).toHaveFocus());
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(again.reported()).toMatchObject([{ elevator_id: lifts[2]?.id }]));
  },
};
export const FieldErrors: Story = {
  play: async () => {
    const form = await dialog();
    await userEvent.type(form.getByLabelText(/回拨电话/), '请回电');
    await userEvent.click(form.getByRole('button', { name: '登记并发起救援' }));
    await waitFor(() => expect(form.getByText('请选择电梯')).toBeVisible());
    await waitFor(() => expect(form.getByText('请填写可回拨的电话号码')).toBeVisible());
  },
};
export const Refused: Story = {
  args: { search: found },
  play: async () => {
    submits.mockRejectedValue(new CallError('offline', '网络连接已断开，请检查网络后重试', 0));
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: /翠湖花园 3 栋 1 单元/ }));
    await userEvent.type(form.getByLabelText(/回拨电话/), '13800004411');
    await userEvent.click(form.getByRole('button', { name: '登记并发起救援' }));
    await waitFor(() => expect(form.getByText('网络连接已断开，请检查网络后重试')).toBeVisible());
    await expect(form.getByLabelText(/回拨电话/)).toHaveValue('13800004411');
  },
};
