import { Button } from '../../ui/Button/Button.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';

export interface DesktopNoticeProps {
  /** `default`: not asked yet. `unavailable`: the page has no secure connection, or the browser lets no page show any. */
  permission: 'granted' | 'denied' | 'default' | 'unavailable';
  /** Within the click: the browser asks. */
  onAsk: () => void;
}

/** The setting whether a call is shown on the desktop while this window is out of sight. */
export function DesktopNotice({ permission, onAsk }: DesktopNoticeProps) {
  switch (permission) {
    case 'granted':
      return <StatusTag label="窗口不在前台时，呼叫会显示为桌面通知" tone="ok" icon="bell" />;
    case 'default':
      return (
        <Button icon="bell" onClick={onAsk}>
          开启桌面通知
        </Button>
      );
    case 'denied':
      return <StatusTag label="浏览器已拒绝桌面通知，请在地址栏的网站设置中允许" tone="high" icon="bell-slash" />;
    case 'unavailable':
      return (
        <p>
          浏览器在本页不提供桌面通知：需要安全连接（HTTPS）和电脑浏览器。请联系系统管理员开启 HTTPS，或保持窗口可见。
        </p>
      );
  }
}
