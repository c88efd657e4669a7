// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/scooter',
  component: MachineState,
  args: { machine: 'scooter', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Undetected: Story = { name: 'undetected', args: { stateKey: 'undetected' } };
export const SeenHandlingDetectedConditionActive: Story = { name: 'seen.handling.detected+condition.active', args: { stateKey: 'seen.handling.detected+condition.active' } };
export const SeenHandlingDoorHeldConditionActive: Story = { name: 'seen.handling.doorHeld+condition.active', args: { stateKey: 'seen.handling.doorHeld+condition.active' } };
export const SeenHandlingDetectedConditionCleared: Story = { name: 'seen.handling.detected+condition.cleared', args: { stateKey: 'seen.handling.detected+condition.cleared' } };
export const SeenHandlingPersonOnSiteConditionActive: Story = { name: 'seen.handling.personOnSite+condition.active', args: { stateKey: 'seen.handling.personOnSite+condition.active' } };
export const SeenHandlingReleasedConditionActive: Story = { name: 'seen.handling.released+condition.active', args: { stateKey: 'seen.handling.released+condition.active' } };
export const SeenHandlingFalseAlarmConditionActive: Story = { name: 'seen.handling.falseAlarm+condition.active', args: { stateKey: 'seen.handling.falseAlarm+condition.active' } };
export const SeenHandlingDetectedConditionActiveOverdue: Story = { name: 'seen.handling.detected+condition.active+overdue', args: { stateKey: 'seen.handling.detected+condition.active+overdue' } };
export const SeenHandlingRemovedConditionActive: Story = { name: 'seen.handling.removed+condition.active', args: { stateKey: 'seen.handling.removed+condition.active' } };
export const SeenHandlingDoorHeldConditionActiveOverdue: Story = { name: 'seen.handling.doorHeld+condition.active+overdue', args: { stateKey: 'seen.handling.doorHeld+condition.active+overdue' } };
export const SeenHandlingPersonOnSiteConditionCleared: Story = { name: 'seen.handling.personOnSite+condition.cleared', args: { stateKey: 'seen.handling.personOnSite+condition.cleared' } };
export const SeenHandlingReleasedConditionCleared: Story = { name: 'seen.handling.released+condition.cleared', args: { stateKey: 'seen.handling.released+condition.cleared' } };
export const SeenHandlingFalseAlarmConditionCleared: Story = { name: 'seen.handling.falseAlarm+condition.cleared', args: { stateKey: 'seen.handling.falseAlarm+condition.cleared' } };
export const SeenHandlingDetectedConditionClearedOverdue: Story = { name: 'seen.handling.detected+condition.cleared+overdue', args: { stateKey: 'seen.handling.detected+condition.cleared+overdue' } };
export const SeenHandlingPersonOnSiteConditionActiveOverdue: Story = { name: 'seen.handling.personOnSite+condition.active+overdue', args: { stateKey: 'seen.handling.personOnSite+condition.active+overdue' } };
export const SeenHandlingPersonOnSiteConditionClearedOverdue: Story = { name: 'seen.handling.personOnSite+condition.cleared+overdue', args: { stateKey: 'seen.handling.personOnSite+condition.cleared+overdue' } };
