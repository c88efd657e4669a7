// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/notification',
  component: MachineState,
  args: { machine: 'notification', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unqueued: Story = { name: 'unqueued', args: { stateKey: 'unqueued' } };
export const Queued: Story = { name: 'queued', args: { stateKey: 'queued' } };
export const Attempted: Story = { name: 'attempted', args: { stateKey: 'attempted' } };
export const Retrying: Story = { name: 'retrying', args: { stateKey: 'retrying' } };
export const GivenUp: Story = { name: 'givenUp', args: { stateKey: 'givenUp' } };
export const Cancelled: Story = { name: 'cancelled', args: { stateKey: 'cancelled' } };
export const Delivered: Story = { name: 'delivered', args: { stateKey: 'delivered' } };
export const Answered: Story = { name: 'answered', args: { stateKey: 'answered' } };
export const Acknowledged: Story = { name: 'acknowledged', args: { stateKey: 'acknowledged' } };
export const Accepted: Story = { name: 'accepted', args: { stateKey: 'accepted' } };
export const Unknown: Story = { name: 'unknown', args: { stateKey: 'unknown' } };
