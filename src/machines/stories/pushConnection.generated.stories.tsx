// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/pushConnection',
  component: MachineState,
  args: { machine: 'pushConnection', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Connecting: Story = { name: 'connecting', args: { stateKey: 'connecting' } };
export const Authenticating: Story = { name: 'authenticating', args: { stateKey: 'authenticating' } };
export const Waiting: Story = { name: 'waiting', args: { stateKey: 'waiting' } };
export const Refused: Story = { name: 'refused', args: { stateKey: 'refused' } };
export const Closed: Story = { name: 'closed', args: { stateKey: 'closed' } };
export const Live: Story = { name: 'live', args: { stateKey: 'live' } };
export const Stale: Story = { name: 'stale', args: { stateKey: 'stale' } };
