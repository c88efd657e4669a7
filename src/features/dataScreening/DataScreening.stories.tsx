import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, userEvent, within } from 'storybook/test';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loadState.ts';
import { DataScreening } from './DataScreening.tsx';
import { busyWorks, calmWorks, datedWorks, figures, latestAlarms, longRow, openRows, today } from './dataScreening.fixtures.ts';

const meta = {
  title: 'features/dataScreening/DataScreening',
  component: DataScreening,
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
  args: {
    works: ready(datedWorks(busyWorks)), rescues: ready(openRows), alarms: ready(latestAlarms), figures: ready(figures), today: ready(today), isLinkLive: true, localNowMs: fixtureNowMs, serverNowMs: fixtureNowMs, onRetry: fn(), onOpenRescue: fn(),
  },
} satisfies Meta<typeof DataScreening>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The call that nobody has taken stands on top, and leads to its handling. */
export const Live: Story = {
  play: async ({ canvasElement, args }) => {
    const rows = within(canvasElement).getAllByRole('listitem');
    await expect(rows[0]).toHaveTextContent('等待受理');
    await userEvent.click(within(canvasElement).getByRole('button', { name: /等待受理/ }));
    await expect(args.onOpenRescue).toHaveBeenCalledWith(1235);
  },
};

/** A quiet city: nothing is coloured. */
export const Empty: Story = { args: { works: ready(datedWorks(calmWorks)), rescues: ready([]), alarms: ready([]) } };

export const Loading: Story = { args: { works: { kind: 'loading' }, rescues: { kind: 'loading' }, alarms: { kind: 'loading' }, figures: { kind: 'loading' }, today: { kind: 'loading' } } };

export const Error: Story = { args: { works: { kind: 'failed', failure: 'offline', message: '网络连接失败，请检查网络后重试' } } };

/** The link is down: the numbers stay, greyed, and the page says how old they are. */
export const Stale: Story = { args: { works: { kind: 'ready', value: datedWorks(busyWorks, 96_000), problem: '网络连接失败' }, isLinkLive: false } };

export const CountsOnly: Story = { args: { rescues: null, alarms: null, figures: null, today: null } };

export const NoLifts: Story = { args: { works: ready(datedWorks({ ...calmWorks, elevator_total: 0, elevator_online: 0, elevator_offline: 0 })), rescues: ready([]), alarms: ready([]) } };

export const LongLabels: Story = {
  args: {
    works: ready(datedWorks({ rescue: 1288, rescue_unanswered: 312, rescue_overdue: 976, alarm_unprocessed: 100_234, elevator_total: 1_204_311, elevator_online: 1_180_002, elevator_offline: 20_113 })),
    rescues: ready([longRow]),
  },
};
