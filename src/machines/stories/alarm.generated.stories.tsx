// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/alarm',
  component: MachineState,
  args: { machine: 'alarm', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unraised: Story = { name: 'unraised', args: { stateKey: 'unraised' } };
export const RaisedHandlingUnprocessedConditionActiveDisplayShown: Story = { name: 'raised.handling.unprocessed+condition.active+display.shown', args: { stateKey: 'raised.handling.unprocessed+condition.active+display.shown' } };
export const RaisedHandlingUnprocessedConditionActiveDisplayShelved: Story = { name: 'raised.handling.unprocessed+condition.active+display.shelved', args: { stateKey: 'raised.handling.unprocessed+condition.active+display.shelved' } };
export const RaisedHandlingCompletedConditionActiveDisplayShown: Story = { name: 'raised.handling.completed+condition.active+display.shown', args: { stateKey: 'raised.handling.completed+condition.active+display.shown' } };
export const RaisedHandlingFalseAlarmConditionActiveDisplayShown: Story = { name: 'raised.handling.falseAlarm+condition.active+display.shown', args: { stateKey: 'raised.handling.falseAlarm+condition.active+display.shown' } };
export const RaisedHandlingUnprocessedConditionClearedDisplayShown: Story = { name: 'raised.handling.unprocessed+condition.cleared+display.shown', args: { stateKey: 'raised.handling.unprocessed+condition.cleared+display.shown' } };
export const RaisedHandlingTimedOutConditionActiveDisplayShown: Story = { name: 'raised.handling.timedOut+condition.active+display.shown', args: { stateKey: 'raised.handling.timedOut+condition.active+display.shown' } };
export const RaisedHandlingUnprocessedConditionClearedDisplayShelved: Story = { name: 'raised.handling.unprocessed+condition.cleared+display.shelved', args: { stateKey: 'raised.handling.unprocessed+condition.cleared+display.shelved' } };
export const RaisedHandlingTimedOutConditionActiveDisplayShelved: Story = { name: 'raised.handling.timedOut+condition.active+display.shelved', args: { stateKey: 'raised.handling.timedOut+condition.active+display.shelved' } };
export const RaisedHandlingCompletedConditionClearedDisplayShown: Story = { name: 'raised.handling.completed+condition.cleared+display.shown', args: { stateKey: 'raised.handling.completed+condition.cleared+display.shown' } };
export const RaisedHandlingFalseAlarmConditionClearedDisplayShown: Story = { name: 'raised.handling.falseAlarm+condition.cleared+display.shown', args: { stateKey: 'raised.handling.falseAlarm+condition.cleared+display.shown' } };
export const RaisedHandlingTimedOutConditionClearedDisplayShown: Story = { name: 'raised.handling.timedOut+condition.cleared+display.shown', args: { stateKey: 'raised.handling.timedOut+condition.cleared+display.shown' } };
export const RaisedHandlingTimedOutConditionClearedDisplayShelved: Story = { name: 'raised.handling.timedOut+condition.cleared+display.shelved', args: { stateKey: 'raised.handling.timedOut+condition.cleared+display.shelved' } };
