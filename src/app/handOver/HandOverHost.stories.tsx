import type { Meta, StoryObj } from '@storybook/react-vite';
import { of } from 'rxjs';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { rescueAckState } from '../../contract/endpoints/rescue.ts';
import { fixtureNowMs, fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { answer, fixtureCall } from '../../parts/stories/featureDeps.fixtures.ts';
import { HandOverHost } from './HandOverHost.tsx';

const offered = (id: number, endsInMs: number) =>
  rescueRowFixture({
    id,
    stage: 'accepted',
    agoMs: 120_000,
    row: {
      accepted_by: { id: 62, name: '李娜' },
      hand_over: {
        to: { id: 61, name: '张伟' },
        outcome: 'offered',
        at: fixtureTime(60_000 - endsInMs),
        answer_by: fixtureTime(-endsInMs),
      },
    },
  });

const meta = {
  title: 'app/HandOverHost',
  component: HandOverHost,
  args: {
    call: fixtureCall([answer(rescueAckState, ({ id }) => offered(id, 0))]).call,
    handOvers$: of(ready({ toMe: [offered(318, 50_000), offered(321, 20_000)], ofMine: [] })),
    serverNow$: of(fixtureNowMs),
    areKeysOfDesk: false,
    onTaken: fn(),
  },
} satisfies Meta<typeof HandOverHost>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Y takes the one that ends first, which alone shows the key; the next one has the keys once that is answered. */
export const OneHasTheKeys: Story = {
  play: async ({ args }) => {
    await expect(screen.getByRole('region', { name: '转交给您的救援单 321' })).toHaveTextContent('接收 Y');
    await expect(screen.getAllByRole('button', { name: '接收 Y' })).toHaveLength(1);
    await userEvent.keyboard('y');
    await waitFor(() => expect(args.onTaken).toHaveBeenCalledWith(321));
    await waitFor(() =>
      expect(screen.getByRole('region', { name: '转交给您的救援单 318' })).toHaveTextContent('接收 Y'),
    );
  },
};
