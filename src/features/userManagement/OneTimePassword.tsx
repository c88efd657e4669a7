import { Button } from '../../ui/Button/Button.tsx';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import './userManagement.css';

interface OneTimePasswordProps {
  password: string;
  title: string;
  /** The name of its user. */
  name: string;
  account: string;
  onClose: () => void;
}

/** A password that is shown this once: only its own button closes it. */
export function OneTimePassword({ password, title, name, account, onClose }: OneTimePasswordProps) {
  return (
    <Dialog
      title={title}
      icon="key"
      isOpen
      isPersistent
      hasCloseButton={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          我已记下
        </Button>
      }
    >
      <p>
        <b>{name}</b>（账号 <b>{account}</b>）的一次性密码如下，关闭后不能再次查看。请当面或通过电话告知本人。
      </p>
      <p className="user-secret">
        <output aria-label="一次性密码">{password}</output>
        <CopyButton text={password} label="密码" />
      </p>
      <p className="user-quiet">本人首次登录时须改为自己的密码，在此之前不能进行其他操作。</p>
    </Dialog>
  );
}
