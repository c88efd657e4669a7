// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/fault',
  component: MachineState,
  args: { machine: 'fault', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unreported: Story = { name: 'unreported', args: { stateKey: 'unreported' } };
export const OccurredHandlingPendingConditionActive: Story = { name: 'occurred.handling.pending+condition.active', args: { stateKey: 'occurred.handling.pending+condition.active' } };
export const OccurredHandlingPendingConditionCleared: Story = { name: 'occurred.handling.pending+condition.cleared', args: { stateKey: 'occurred.handling.pending+condition.cleared' } };
export const OccurredHandlingAcceptedConditionActive: Story = { name: 'occurred.handling.accepted+condition.active', args: { stateKey: 'occurred.handling.accepted+condition.active' } };
export const OccurredHandlingFalseReportConditionActive: Story = { name: 'occurred.handling.falseReport+condition.active', args: { stateKey: 'occurred.handling.falseReport+condition.active' } };
export const OccurredHandlingPendingConditionActiveOverdue: Story = { name: 'occurred.handling.pending+condition.active+overdue', args: { stateKey: 'occurred.handling.pending+condition.active+overdue' } };
export const OccurredHandlingAcceptedConditionCleared: Story = { name: 'occurred.handling.accepted+condition.cleared', args: { stateKey: 'occurred.handling.accepted+condition.cleared' } };
export const OccurredHandlingFalseReportConditionCleared: Story = { name: 'occurred.handling.falseReport+condition.cleared', args: { stateKey: 'occurred.handling.falseReport+condition.cleared' } };
export const OccurredHandlingPendingConditionClearedOverdue: Story = { name: 'occurred.handling.pending+condition.cleared+overdue', args: { stateKey: 'occurred.handling.pending+condition.cleared+overdue' } };
export const OccurredHandlingOnSiteConditionActive: Story = { name: 'occurred.handling.onSite+condition.active', args: { stateKey: 'occurred.handling.onSite+condition.active' } };
export const OccurredHandlingRepairedConditionActive: Story = { name: 'occurred.handling.repaired+condition.active', args: { stateKey: 'occurred.handling.repaired+condition.active' } };
export const OccurredHandlingAcceptedConditionActiveOverdue: Story = { name: 'occurred.handling.accepted+condition.active+overdue', args: { stateKey: 'occurred.handling.accepted+condition.active+overdue' } };
export const OccurredHandlingOnSiteConditionCleared: Story = { name: 'occurred.handling.onSite+condition.cleared', args: { stateKey: 'occurred.handling.onSite+condition.cleared' } };
export const OccurredHandlingRepairedConditionCleared: Story = { name: 'occurred.handling.repaired+condition.cleared', args: { stateKey: 'occurred.handling.repaired+condition.cleared' } };
export const OccurredHandlingAcceptedConditionClearedOverdue: Story = { name: 'occurred.handling.accepted+condition.cleared+overdue', args: { stateKey: 'occurred.handling.accepted+condition.cleared+overdue' } };
export const OccurredHandlingOnSiteConditionActiveOverdue: Story = { name: 'occurred.handling.onSite+condition.active+overdue', args: { stateKey: 'occurred.handling.onSite+condition.active+overdue' } };
export const OccurredHandlingDoneConditionActive: Story = { name: 'occurred.handling.done+condition.active', args: { stateKey: 'occurred.handling.done+condition.active' } };
export const OccurredHandlingOnSiteConditionClearedOverdue: Story = { name: 'occurred.handling.onSite+condition.cleared+overdue', args: { stateKey: 'occurred.handling.onSite+condition.cleared+overdue' } };
export const OccurredHandlingDoneConditionCleared: Story = { name: 'occurred.handling.done+condition.cleared', args: { stateKey: 'occurred.handling.done+condition.cleared' } };
