import { useState } from 'react';
import { CallError } from '../../contract/call.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { unreachableAddress } from '../../parts/place/judgeBaseUrl.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { QrCode } from '../../ui/QrCode/QrCode.tsx';
import './userManagement.css';

export interface JoinCodeProps {
  userName: string;
  /** The address that the code opens: this site's origin and its path. */
  address: string;
  /** On the wire. */
  expiresAt: string;
  /** Rejects with a CallError. */
  onRevoke: () => Promise<unknown>;
  onClose: () => void;
}

/** The code with which one user sets a password on a telephone, shown this once. */
export function JoinCode({ userName, address, expiresAt, onRevoke, onClose }: JoinCodeProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const warning = unreachableAddress(address);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    try {
      await onRevoke();
      onClose();
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '未能撤销，请重试');
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`加入二维码：${userName}`}
      icon="qrcode"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" isBusy={isBusy} onClick={() => void revoke()}>
            撤销
          </Button>
          <Button variant="primary" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <div className="user-join">
        <QrCode text={address} label={`${userName}的加入二维码`} size={240} />
        <div>
          <p>请本人用手机扫码，设置自己的密码。设置后原密码作废，其他登录立即结束。</p>
          <p className="user-quiet">
            {`${toDisplayTime(expiresAt).slice(0, 16)} 前有效，仅可用一次，只用于这一账号。关闭后不能再次查看，可重新生成。`}
          </p>
          {warning !== undefined && (
            <p className="ti-form-error" role="alert">
              {warning}
            </p>
          )}
          <p className="user-join__address">
            <span>{address}</span>
            <CopyButton text={address} label="链接" />
          </p>
          {problem !== null && (
            <p className="ti-form-error" role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
