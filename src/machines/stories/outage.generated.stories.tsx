// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/outage',
  component: MachineState,
  args: { machine: 'outage', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unplanned: Story = { name: 'unplanned', args: { stateKey: 'unplanned' } };
export const Planned: Story = { name: 'planned', args: { stateKey: 'planned' } };
export const Cancelled: Story = { name: 'cancelled', args: { stateKey: 'cancelled' } };
export const Active: Story = { name: 'active', args: { stateKey: 'active' } };
export const Ended: Story = { name: 'ended', args: { stateKey: 'ended' } };
export const Overrun: Story = { name: 'overrun', args: { stateKey: 'overrun' } };
