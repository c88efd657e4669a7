import type { UserInfo } from '../../contract/entities/session.ts';

export const dispatcher: UserInfo = {
  id: 7,
  name: '张伟',
  account: 'dispatcher1',
  role_type: 5,
  role_label: '管理员',
  mobile: '138****0001',
  permissions: [
    'overview.view',
    'rescue.view',
    'rescue.answer',
    'rescue.handle',
    'exception.report',
    'alarm.view',
    'elevator.view',
    'device.view',
  ],
  must_change_password: false,
};
