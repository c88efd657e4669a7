import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { expectSpokenWhole } from '../stories/expectSpokenWhole.ts';
import { Spoken, SpokenLine } from './Spoken.tsx';

const place = '云川高新技术产业开发区科学城人才公寓南区二期';
/** As long as the register allows: forty characters. */
const longest = 'YC-GXQ-KXC-RCGY-2026-000318-A-0017-SOUTH';

function Lines({ width, number }: { width: number; number: string }) {
  return (
    <div style={{ width, display: 'grid', gap: 8, overflow: 'hidden' }}>
      <SpokenLine>
        <span>{place}</span>
        <Spoken>{number}</Spoken>
      </SpokenLine>
      <p>
        {place} · <Spoken>{number}</Spoken>
      </p>
    </div>
  );
}

const meta = {
  title: 'ui/Spoken',
  component: Lines,
  args: { width: 240, number: 'CH-03-17' },
  play: async ({ canvasElement }) => {
    await expectSpokenWhole(canvasElement);
    await expect(canvasElement.querySelectorAll('.ti-spoken').length).toBe(2);
  },
} satisfies Meta<typeof Lines>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The words beside it are cut. */
export const BesideLongWords: Story = {};
/** It breaks rather than lose a character. */
export const LongerThanItsLine: Story = { args: { number: longest } };
