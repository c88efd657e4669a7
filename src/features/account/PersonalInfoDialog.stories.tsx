import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { dispatcher } from './account.fixtures.ts';
import { PersonalInfoDialog } from './PersonalInfoDialog.tsx';

const meta = {
  title: 'features/Account/PersonalInfoDialog',
  component: PersonalInfoDialog,
  args: { user: dispatcher, onClose: fn() },
} satisfies Meta<typeof PersonalInfoDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Dispatcher: Story = {};
export const NoPermissions: Story = {
  args: {
    user: { ...dispatcher, name: '王芳', account: 'regulator', role_label: '监管人员', mobile: '', permissions: [] },
  },
};
