// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/session',
  component: MachineState,
  args: { machine: 'session', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const LoggedOut: Story = { name: 'loggedOut', args: { stateKey: 'loggedOut' } };
export const Authenticating: Story = { name: 'authenticating', args: { stateKey: 'authenticating' } };
export const Entering: Story = { name: 'entering', args: { stateKey: 'entering' } };
export const LoggedIn: Story = { name: 'loggedIn', args: { stateKey: 'loggedIn' } };
export const Leaving: Story = { name: 'leaving', args: { stateKey: 'leaving' } };
