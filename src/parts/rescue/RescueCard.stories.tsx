import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { nowMs } from '../../ui/wall/Wall.fixtures.tsx';
import { rescueCards } from './RescueCard.fixtures.ts';
import { RescueCard } from './RescueCard.tsx';
import { expectSpokenWhole } from '../../ui/stories/expectSpokenWhole.ts';

const meta: Meta = { title: 'parts/RescueCard', tags: ['autodocs'] };
export default meta;

const opened = fn();

export const Cards: StoryObj = {
  render: () => (
    <div style={{ display: 'grid', gap: 8, width: 390 }}>
      {rescueCards.map(({ id, ...rescue }) => (
        <RescueCard key={id} {...rescue} nowMs={nowMs} isCurrent={id === 318} onOpen={() => opened(id)} />
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const cards = within(canvasElement).getAllByRole('button');
    await expect(cards).toHaveLength(4);
    await expect(cards[1]).toHaveTextContent('到场超时');
    if (cards[0] !== undefined) await userEvent.click(cards[0]);
    await expect(opened).toHaveBeenCalledWith(318);
    await expectSpokenWhole(canvasElement);
  },
};
