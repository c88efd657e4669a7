// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/rescueOrder',
  component: MachineState,
  args: { machine: 'rescueOrder', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unopened: Story = { name: 'unopened', args: { stateKey: 'unopened' } };
export const Pending: Story = { name: 'pending', args: { stateKey: 'pending' } };
export const RescuingAccepted: Story = { name: 'rescuing.accepted', args: { stateKey: 'rescuing.accepted' } };
export const FalseCall: Story = { name: 'falseCall', args: { stateKey: 'falseCall' } };
export const PendingOverdue: Story = { name: 'pending+overdue', args: { stateKey: 'pending+overdue' } };
export const RescuingDispatched: Story = { name: 'rescuing.dispatched', args: { stateKey: 'rescuing.dispatched' } };
export const RescuingArrived: Story = { name: 'rescuing.arrived', args: { stateKey: 'rescuing.arrived' } };
export const RescuingReleased: Story = { name: 'rescuing.released', args: { stateKey: 'rescuing.released' } };
export const Completed: Story = { name: 'completed', args: { stateKey: 'completed' } };
export const RescuingAcceptedOverdue: Story = { name: 'rescuing.accepted+overdue', args: { stateKey: 'rescuing.accepted+overdue' } };
export const RescuingDispatchedOverdue: Story = { name: 'rescuing.dispatched+overdue', args: { stateKey: 'rescuing.dispatched+overdue' } };
