// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/review',
  component: MachineState,
  args: { machine: 'review', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unreceived: Story = { name: 'unreceived', args: { stateKey: 'unreceived' } };
export const Received: Story = { name: 'received', args: { stateKey: 'received' } };
export const Published: Story = { name: 'published', args: { stateKey: 'published' } };
export const Kept: Story = { name: 'kept', args: { stateKey: 'kept' } };
export const Refused: Story = { name: 'refused', args: { stateKey: 'refused' } };
export const Answered: Story = { name: 'answered', args: { stateKey: 'answered' } };
