// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/replay',
  component: MachineState,
  args: { machine: 'replay', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Idle: Story = { name: 'idle', args: { stateKey: 'idle' } };
export const Loading: Story = { name: 'loading', args: { stateKey: 'loading' } };
export const Playing: Story = { name: 'playing', args: { stateKey: 'playing' } };
export const Failed: Story = { name: 'failed', args: { stateKey: 'failed' } };
export const Ended: Story = { name: 'ended', args: { stateKey: 'ended' } };
export const Paused: Story = { name: 'paused', args: { stateKey: 'paused' } };
