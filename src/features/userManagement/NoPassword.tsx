import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';

/** The user was saved, but cannot sign in until someone who may do as much gives them a password or a join code. */
export function NoPassword({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="用户已保存，尚不能登录"
      icon="key"
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p>该用户还没有密码。请在用户详情中重置密码，或生成加入二维码交给本人。</p>
      <p className="user-quiet">如果该用户的权限比您多，密码不经您的手，须由超级管理员操作。</p>
    </Dialog>
  );
}
