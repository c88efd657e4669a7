import type { UserInfo } from '../../contract/entities/session.ts';
import { permissionLabels } from '../../contract/permissions.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import './account.css';

interface PersonalInfoDialogProps {
  user: UserInfo;
  onClose: () => void;
}

/** The user who is signed in, and the rights of this account. */
export function PersonalInfoDialog({ user, onClose }: PersonalInfoDialogProps) {
  return (
    <Dialog title="个人信息" icon="id-card" isOpen onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <DescriptionList
        columns={2}
        items={[
          { label: '姓名', value: user.name },
          { label: '账号', value: user.account, copy: user.account },
          { label: '角色', value: user.role_label },
          { label: '手机', value: user.mobile },
        ]}
      />
      <h3 className="ti-account__heading">可用功能</h3>
      {user.permissions.length === 0 ? (
        <p className="ti-account__none">此账号还没有任何功能权限，如需开通请联系系统管理员。</p>
      ) : (
        <ul className="ti-account__permissions">
          {user.permissions.map((code) => (
            <li key={code}>{permissionLabels[code]}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
