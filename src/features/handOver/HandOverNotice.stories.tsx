import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { HandOverNotice } from './HandOverNotice.tsx';

const row = rescueRowFixture({
  id: 318,
  stage: 'dispatched',
  agoMs: 9.2 * 60_000,
  row: {
    accepted_by: { id: 62, name: '李娜' },
    hand_over: {
      to: { id: 61, name: '张伟' },
      outcome: 'offered',
      at: fixtureTime(18_000),
      answer_by: fixtureTime(-42_000),
    },
  },
});

const meta = {
  title: 'features/HandOver/HandOverNotice',
  component: HandOverNotice,
  args: { row, nowMs: fixtureNowMs, hasKeys: false, onAnswer: fn(() => Promise.resolve()) },
} satisfies Meta<typeof HandOverNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Offered: Story = {
  play: async ({ args }) => {
    await expect(screen.getByRole('timer')).toHaveTextContent('00:42');
    await userEvent.click(screen.getByRole('button', { name: '接收' }));
    await expect(args.onAnswer).toHaveBeenCalledWith('accept');
  },
};

/** The answer came too late: it says whose call it is. */
export const TooLate: Story = {
  args: { onAnswer: fn(() => Promise.reject(new Error('转交已失效，该救援单由 李娜 负责'))) },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: '拒绝' }));
    await screen.findByText('转交已失效，该救援单由 李娜 负责');
    await expect(screen.getByRole('button', { name: '接收' })).toBeEnabled();
  },
};

/** A call rings meanwhile: the offer, which lapses after a minute, stands beside the dialog and can be answered. */
export const BesideARingingDialog: Story = {
  args: { hasKeys: true },
  render: (args) => (
    <>
      <div className="ti-offers">
        <HandOverNotice {...args} />
      </div>
      {/* The mask of the ringing dialog, as high as the dialog itself. */}
      <div className="ti-alarm" style={{ position: 'fixed', inset: 0, zIndex: 7000, background: 'var(--mask)' }} />
    </>
  ),
  play: async ({ args }) => {
    const accept = screen.getByRole('button', { name: '接收 Y' });
    const { x, y, width, height } = accept.getBoundingClientRect();
    await expect(accept).toBe(document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button'));
    await userEvent.click(accept);
    await expect(args.onAnswer).toHaveBeenCalledWith('accept');
  },
};

/** Under a ringing dialog the desk's keys rest: Y and X answer the offer, and a letter that is typed stays a letter. */
export const ByKeys: Story = {
  args: { hasKeys: true, onAnswer: fn(() => Promise.reject(new Error('网络连接失败，请稍后重试'))) },
  render: (args) => (
    <>
      <HandOverNotice {...args} />
      <input className="ti-input" aria-label="正在输入" />
    </>
  ),
  play: async ({ args }) => {
    const field = screen.getByLabelText('正在输入');
    await userEvent.type(field, 'xy');
    await expect(field).toHaveValue('xy');
    await expect(args.onAnswer).not.toHaveBeenCalled();
    field.blur();
    await userEvent.keyboard('x');
    await expect(args.onAnswer).toHaveBeenCalledWith('decline');
    await screen.findByText('网络连接失败，请稍后重试');
    await userEvent.keyboard('y');
    await expect(args.onAnswer).toHaveBeenLastCalledWith('accept');
  },
};

/** At the desk, where no dialog lies over it, Y and X are the keys of the call that it shows. */
export const KeysBelongToTheDesk: Story = {
  play: async ({ args }) => {
    await expect(screen.getByRole('button', { name: '接收' })).toBeVisible();
    await userEvent.keyboard('y');
    await expect(args.onAnswer).not.toHaveBeenCalled();
  },
};
