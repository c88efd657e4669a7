import { md5 } from 'js-md5';
import { useEffect, useState } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { changeOwnPassword } from '../../contract/endpoints/auth.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import {
  AlarmVolumeDialog,
  ChangePasswordDialog,
  PersonalInfoDialog,
  type ChangePasswordForm,
} from '../../features/account/index.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { Services } from '../services.ts';

export type AccountDialog = 'info' | 'password' | 'volume';

interface AccountDialogsProps {
  services: Services;
  user: UserInfo;
  open: AccountDialog;
  onClose: () => void;
}

function Volume({ services: { sound, desktopNotices }, onClose }: Pick<AccountDialogsProps, 'services' | 'onClose'>) {
  const volumePercent = useObservable(sound.volumePercent$, sound.volumePercent());
  const permission = useObservable(sound.permission$, 'unknown');
  const isTesting = useObservable(sound.isTesting$, false);
  const noticePermission = useObservable(desktopNotices.permission$, desktopNotices.permission());
  useEffect(() => () => sound.endTest(), [sound]);
  return (
    <AlarmVolumeDialog
      volumePercent={volumePercent}
      isArmed={permission !== 'blocked'}
      isTesting={isTesting}
      notice={{ permission: noticePermission, onAsk: () => void desktopNotices.ask() }}
      onChange={(percent) => sound.setVolumePercent(percent)}
      onTest={() => (isTesting ? sound.endTest() : void sound.test())}
      onClose={onClose}
    />
  );
}

/** The dialogs of the user menu, one at a time. */
export function AccountDialogs({ services, user, open, onClose }: AccountDialogsProps) {
  const { call, notifier, session } = services;
  const [isDue] = useState(user.must_change_password);
  const changePassword = async ({ old_password, new_password }: ChangePasswordForm): Promise<void> => {
    await call(changeOwnPassword, { old_password: md5(old_password), new_password }, { quiet: true });
    session.refreshUser({ ...user, must_change_password: false });
    notifier.notify({ tone: 'success', message: '密码已修改' });
    // Otherwise the layout is recreated for a user who may now continue.
    if (!isDue) onClose();
  };
  // Without the old password, which each try would count against, the call is refused, and says what stands against the new one.
  const judgePassword = async (newPassword: string): Promise<void> => {
    await call<Endpoint>(changeOwnPassword, { new_password: newPassword }, { quiet: true });
  };
  switch (open) {
    case 'info':
      return <PersonalInfoDialog user={user} onClose={onClose} />;
    case 'password':
      return <ChangePasswordDialog isDue={isDue} onSubmit={changePassword} onJudge={judgePassword} onClose={onClose} />;
    case 'volume':
      return <Volume services={services} onClose={onClose} />;
  }
}
