// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/announcement',
  component: MachineState,
  args: { machine: 'announcement', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unsent: Story = { name: 'unsent', args: { stateKey: 'unsent' } };
export const Showing: Story = { name: 'showing', args: { stateKey: 'showing' } };
export const Waiting: Story = { name: 'waiting', args: { stateKey: 'waiting' } };
export const Recalled: Story = { name: 'recalled', args: { stateKey: 'recalled' } };
export const Expired: Story = { name: 'expired', args: { stateKey: 'expired' } };
