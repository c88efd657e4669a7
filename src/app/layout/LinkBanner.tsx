import { toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import { crowdedOutText } from '../../machines/pushConnectionMachine.ts';
import { linkAlarm, type LinkHealth } from '../../streams/link/linkHealth.ts';

interface LinkBannerProps {
  health: LinkHealth;
  /** This machine's clock, epoch ms. */
  nowMs: number;
  onSignInAgain: () => void;
  onReconnect: () => void;
}

/** Announces across the page that calls may not arrive, and what to do until they do again. */
export function LinkBanner({ health, nowMs, onSignInAgain, onReconnect }: LinkBannerProps) {
  const alarm = linkAlarm(health, nowMs);
  if (alarm === 'none') return null;
  return (
    <div className="ti-link-banner" role="alert">
      <Icon name="exclamation-triangle" />
      {alarm === 'crowdedOut' ? (
        <>
          <span>
            <b>{crowdedOutText}，新的呼叫不会在本页弹出。</b>请关闭不用的页面后重新连接。
          </span>
          <Button size="small" onClick={onReconnect}>
            重新连接
          </Button>
        </>
      ) : alarm === 'refused' ? (
        <>
          <span>
            <b>服务器拒绝了实时连接，新的呼叫不会弹出。</b>请重新登录；若仍然如此，请联系系统管理员。
          </span>
          <Button size="small" onClick={onSignInAgain}>
            重新登录
          </Button>
        </>
      ) : (
        <span>
          <b>
            实时连接已中断 {health.lostSinceMs !== null && describeDuration(nowMs - health.lostSinceMs)}
            {health.lostSinceMs !== null && `（自 ${toDisplayTime(health.lostSinceMs).slice(11)}）`}
            ，新的呼叫可能不会弹出。
          </b>
          请用救援热线电话值守并检查网络；正在自动重连，恢复后补齐呼叫。
        </span>
      )}
    </div>
  );
}
