// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/deviceCommand',
  component: MachineState,
  args: { machine: 'deviceCommand', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unqueued: Story = { name: 'unqueued', args: { stateKey: 'unqueued' } };
export const Queued: Story = { name: 'queued', args: { stateKey: 'queued' } };
export const Cancelled: Story = { name: 'cancelled', args: { stateKey: 'cancelled' } };
export const Sent: Story = { name: 'sent', args: { stateKey: 'sent' } };
export const Expired: Story = { name: 'expired', args: { stateKey: 'expired' } };
export const Delivered: Story = { name: 'delivered', args: { stateKey: 'delivered' } };
export const Succeeded: Story = { name: 'succeeded', args: { stateKey: 'succeeded' } };
export const Failed: Story = { name: 'failed', args: { stateKey: 'failed' } };
export const TimedOut: Story = { name: 'timedOut', args: { stateKey: 'timedOut' } };
