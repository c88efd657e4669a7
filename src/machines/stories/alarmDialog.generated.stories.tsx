// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/alarmDialog',
  component: MachineState,
  args: { machine: 'alarmDialog', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = { name: 'closed', args: { stateKey: 'closed' } };
export const RingingAudible: Story = { name: 'ringing.audible', args: { stateKey: 'ringing.audible' } };
export const RingingSoundBlocked: Story = { name: 'ringing.soundBlocked', args: { stateKey: 'ringing.soundBlocked' } };
export const Answering: Story = { name: 'answering', args: { stateKey: 'answering' } };
export const ClaimedByOther: Story = { name: 'claimedByOther', args: { stateKey: 'claimedByOther' } };
export const Navigating: Story = { name: 'navigating', args: { stateKey: 'navigating' } };
