import type { DeviceCredentials } from '../../../contract/endpoints/device.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { DescriptionList } from '../../../ui/DescriptionList/DescriptionList.tsx';
import { Dialog } from '../../../ui/Dialog/Dialog.tsx';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import './devices.css';

interface CredentialsDialogProps {
  credentials: DeviceCredentials;
  /** The host under which this page reached the server: devices reach its broker under the same. */
  hostName: string;
  onClose: () => void;
}

/** The credentials of a device, shown once: only its button closes it. */
export function CredentialsDialog({ credentials, hostName, onClose }: CredentialsDialogProps) {
  const { username, secret, broker } = credentials;
  const address = broker === null ? null : `${broker.tls ? 'mqtts' : 'mqtt'}://${hostName}:${broker.port}`;
  return (
    <Dialog
      title={`设备 ${username} 的接入密钥`}
      icon="key"
      isOpen
      isPersistent
      hasCloseButton={false}
      maxWidth={600}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          已保存，关闭
        </Button>
      }
    >
      <p className="lift-device__once" role="alert">
        <StatusTag tone="high" label="只显示这一次" />
        请现在写入设备。关闭后任何人都不能再查看，遗失只能更换密钥。
      </p>
      <DescriptionList
        items={[
          { label: '地址', value: address ?? '本站使用外部 MQTT 服务器，请同时在那里登记此账号', copy: address },
          { label: '用户名', value: <code>{username}</code>, copy: username },
          { label: '密码', value: <code>{secret}</code>, copy: secret },
          { label: '密钥版本', value: credentials.secret_version },
        ]}
      />
    </Dialog>
  );
}
