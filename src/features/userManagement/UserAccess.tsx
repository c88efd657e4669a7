import { useState } from 'react';
import { EMPTY, startWith, Subject, switchMap } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { userDisable, userEnable, userPasswordReset, userSessionsEnd } from '../../contract/endpoints/access.ts';
import { userJoinCode, userJoinCodeRevoke, userSignIns, type UserRow } from '../../contract/endpoints/user.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { JoinCode } from './JoinCode.tsx';
import { OneTimePassword } from './OneTimePassword.tsx';
import { SignIns } from './SignIns.tsx';
import './userManagement.css';

interface UserAccessProps {
  deps: Pick<FeatureDeps, 'call' | 'can' | 'notify' | 'user'>;
  user: UserRow;
  /** Reloads the list. */
  onChanged: () => void;
}

interface Act {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly message: string;
  readonly isDangerous?: boolean;
  readonly run: (reason: string) => Promise<void>;
}

const quiet = { quiet: true } as const;
const messageOf = (error: unknown): string => (error instanceof CallError ? error.message : '未能完成，请重试');

/** A user beside the list: where they are signed in, and the acts that give, withdraw or renew their access. */
export function UserAccess({ deps: { call, can, notify, user: own }, user, onChanged }: UserAccessProps) {
  const { id, name } = user;
  const [asking, setAsking] = useState<Act | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [password, setPassword] = useState<string | null>(null);
  const [joinCode, setJoinCode] = useState<{ readonly path: string; readonly expires_at: string } | null>(null);
  const [changed$] = useState(() => new Subject<void>());
  const [signIns$] = useState(() =>
    can('user.access')
      ? changed$.pipe(
          startWith(undefined),
          switchMap(() => loadWithRetry(() => call(userSignIns, { id }, quiet))),
        )
      : EMPTY,
  );
  const signIns = useObservable(signIns$, loading);

  const done = (text: string): void => {
    notify.success(text);
    changed$.next();
    onChanged();
  };
  const acts: readonly Act[] = [
    user.is_disabled
      ? {
          id: 'enable',
          label: '启用',
          icon: 'check-circle',
          message: '启用后可重新登录；此前的登录仍然无效。',
          async run(reason) {
            await call(userEnable, { id, reason }, quiet);
            done(`已启用“${name}”`);
          },
        }
      : {
          id: 'disable',
          label: '停用',
          icon: 'ban',
          isDangerous: true,
          message: '立即退出所有设备，不能再登录；已受理而未处理的呼叫会重新响铃。',
          async run(reason) {
            await call(userDisable, { id, reason }, quiet);
            done(`已停用“${name}”`);
          },
        },
    {
      id: 'reset',
      label: '重置密码',
      icon: 'key',
      message: '原密码作废，所有登录立即结束，随后显示一次性密码。',
      async run(reason) {
        setPassword((await call(userPasswordReset, { id, reason }, quiet)).password);
        done(`已重置“${name}”的密码`);
      },
    },
    {
      id: 'end',
      label: '结束登录',
      icon: 'sign-out',
      message: '立即退出所有设备，可重新登录。',
      async run(reason) {
        await call(userSessionsEnd, { id, reason }, quiet);
        done(`已结束“${name}”的登录`);
      },
    },
  ];
  const confirm = async (act: Act, reason: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await act.run(reason);
      setAsking(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const makeCode = async (): Promise<void> => {
    setBusy(true);
    try {
      setJoinCode(await call(userJoinCode, { id }, quiet));
    } catch (error) {
      notify.error(messageOf(error));
    }
    setBusy(false);
  };

  const revokeCode = async (): Promise<void> => {
    try {
      await call(userJoinCodeRevoke, { id }, quiet);
      done(`已撤销“${name}”的加入二维码`);
    } catch (error) {
      notify.error(messageOf(error));
    }
  };

  return (
    <div className="user-access">
      <DescriptionList
        items={[
          { label: '角色', value: user.role_label },
          { label: '单位', value: user.organization_names.map(({ label }) => label).join('、') },
          { label: '手机', value: user.mobile, dial: user.mobile, copy: user.mobile },
          {
            label: '账号状态',
            value: user.is_disabled ? '已停用' : user.must_change_password ? '待本人修改密码' : '正常',
          },
        ]}
      />
      {can('user.access') && (
        <>
          {id === own.id ? (
            <p className="user-quiet">这是您自己的账号。密码可在右上角菜单中修改。</p>
          ) : (
            <div className="user-access__acts">
              {acts.map((act) => (
                <Button
                  key={act.id}
                  icon={act.icon}
                  onClick={() => {
                    setProblem(null);
                    setAsking(act);
                  }}
                >
                  {act.label}
                </Button>
              ))}
              {!user.is_disabled && (
                <Button icon="qrcode" isBusy={isBusy && asking === null} onClick={() => void makeCode()}>
                  加入二维码
                </Button>
              )}
            </div>
          )}
          {signIns.kind === 'ready' && signIns.value.join_code_expires_at !== null && (
            <p className="user-access__code">
              {`有一个未使用的加入二维码，${toDisplayTime(signIns.value.join_code_expires_at).slice(0, 16)} 前有效。`}
              <Button size="small" onClick={() => void revokeCode()}>
                撤销
              </Button>
            </p>
          )}
          <SignIns state={signIns} />
        </>
      )}
      {asking !== null && (
        <ConfirmDialog
          isOpen
          title={`${asking.label}账号`}
          objectName={`${name}（${user.account}）`}
          message={asking.message}
          confirmLabel={asking.label}
          tone={asking.isDangerous === true ? 'danger' : 'normal'}
          reason={{ label: '原因', isRequired: true, placeholder: '至少 2 字，记入审计日志', maxLength: 500 }}
          isBusy={isBusy}
          error={problem}
          onConfirm={(reason) => void confirm(asking, reason)}
          onCancel={() => setAsking(null)}
        />
      )}
      {password !== null && (
        <OneTimePassword
          password={password}
          title={`${name}的一次性密码`}
          name={name}
          account={user.account}
          onClose={() => setPassword(null)}
        />
      )}
      {joinCode !== null && (
        <JoinCode
          userName={name}
          address={`${window.location.origin}${joinCode.path}`}
          expiresAt={joinCode.expires_at}
          onRevoke={() => call(userJoinCodeRevoke, { id }, quiet)}
          onClose={() => {
            setJoinCode(null);
            changed$.next();
          }}
        />
      )}
    </div>
  );
}
