// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/visit',
  component: MachineState,
  args: { machine: 'visit', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unplanned: Story = { name: 'unplanned', args: { stateKey: 'unplanned' } };
export const Planned: Story = { name: 'planned', args: { stateKey: 'planned' } };
export const Imported: Story = { name: 'imported', args: { stateKey: 'imported' } };
export const Working: Story = { name: 'working', args: { stateKey: 'working' } };
export const Submitted: Story = { name: 'submitted', args: { stateKey: 'submitted' } };
export const Replanned: Story = { name: 'replanned', args: { stateKey: 'replanned' } };
export const Due: Story = { name: 'due', args: { stateKey: 'due' } };
export const Signed: Story = { name: 'signed', args: { stateKey: 'signed' } };
