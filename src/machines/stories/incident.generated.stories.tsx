// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/incident',
  component: MachineState,
  args: { machine: 'incident', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unreported: Story = { name: 'unreported', args: { stateKey: 'unreported' } };
export const ReportedHandlingOpenedConditionActive: Story = { name: 'reported.handling.opened+condition.active', args: { stateKey: 'reported.handling.opened+condition.active' } };
export const ReportedHandlingOpenedConditionCleared: Story = { name: 'reported.handling.opened+condition.cleared', args: { stateKey: 'reported.handling.opened+condition.cleared' } };
export const ReportedHandlingOpenedConditionActiveLeft2: Story = { name: 'reported.handling.opened+condition.active+left2', args: { stateKey: 'reported.handling.opened+condition.active+left2' } };
export const ReportedHandlingCheckingConditionActive: Story = { name: 'reported.handling.checking+condition.active', args: { stateKey: 'reported.handling.checking+condition.active' } };
export const ReportedHandlingClosedConditionActive: Story = { name: 'reported.handling.closed+condition.active', args: { stateKey: 'reported.handling.closed+condition.active' } };
export const ReportedHandlingClosedConditionCleared: Story = { name: 'reported.handling.closed+condition.cleared', args: { stateKey: 'reported.handling.closed+condition.cleared' } };
export const ReportedHandlingOpenedConditionActiveOverdue: Story = { name: 'reported.handling.opened+condition.active+overdue', args: { stateKey: 'reported.handling.opened+condition.active+overdue' } };
export const ReportedHandlingCheckingConditionCleared: Story = { name: 'reported.handling.checking+condition.cleared', args: { stateKey: 'reported.handling.checking+condition.cleared' } };
export const ReportedHandlingOpenedConditionClearedOverdue: Story = { name: 'reported.handling.opened+condition.cleared+overdue', args: { stateKey: 'reported.handling.opened+condition.cleared+overdue' } };
export const ReportedHandlingCheckingConditionActiveLeft2: Story = { name: 'reported.handling.checking+condition.active+left2', args: { stateKey: 'reported.handling.checking+condition.active+left2' } };
export const ReportedHandlingCheckingConditionActiveLeft1: Story = { name: 'reported.handling.checking+condition.active+left1', args: { stateKey: 'reported.handling.checking+condition.active+left1' } };
export const ReportedHandlingOpenedConditionActiveOverdueLeft2: Story = { name: 'reported.handling.opened+condition.active+overdue+left2', args: { stateKey: 'reported.handling.opened+condition.active+overdue+left2' } };
export const ReportedHandlingCheckingConditionActiveSwept: Story = { name: 'reported.handling.checking+condition.active+swept', args: { stateKey: 'reported.handling.checking+condition.active+swept' } };
export const ReportedHandlingClosedConditionActiveSwept: Story = { name: 'reported.handling.closed+condition.active+swept', args: { stateKey: 'reported.handling.closed+condition.active+swept' } };
