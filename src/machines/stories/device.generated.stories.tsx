// Written by `npm run stories` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/device',
  component: MachineState,
  args: { machine: 'device', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const StatusUnboundLoadUnknown: Story = { name: 'status.unbound+load.unknown', args: { stateKey: 'status.unbound+load.unknown' } };
export const StatusNotActivatedLoadUnknown: Story = { name: 'status.notActivated+load.unknown', args: { stateKey: 'status.notActivated+load.unknown' } };
export const StatusDisabledLoadUnknown: Story = { name: 'status.disabled+load.unknown', args: { stateKey: 'status.disabled+load.unknown' } };
export const StatusOnlineLoadNormal: Story = { name: 'status.online+load.normal', args: { stateKey: 'status.online+load.normal' } };
export const StatusOnlineLoadBusy: Story = { name: 'status.online+load.busy', args: { stateKey: 'status.online+load.busy' } };
export const StatusOnlineLoadUnknown: Story = { name: 'status.online+load.unknown', args: { stateKey: 'status.online+load.unknown' } };
export const StatusOfflineLoadUnknown: Story = { name: 'status.offline+load.unknown', args: { stateKey: 'status.offline+load.unknown' } };
