import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { probeSilentAfterMs } from '../../contract/endpoints/probe.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LinkHealth } from '../../streams/link/linkHealth.ts';

const clockOf = (ms: number): string => toDisplayTime(ms).slice(11);

interface Said {
  readonly tone: 'live' | 'busy' | 'lost';
  readonly icon: IconName;
  readonly text: string;
  /** The advice. */
  readonly hint?: string;
}

function said({ state, lostSinceMs, isCrowdedOut, isFirst, isUntested }: LinkHealth): Said {
  switch (state) {
    case 'live':
      return isUntested === true
        ? {
            tone: 'lost',
            icon: 'exclamation-triangle',
            text: `本页 ${probeSilentAfterMs / 1_000} 秒未收到链路自检`,
            hint: '新的呼叫可能不会弹出。请刷新页面；若仍然如此，请用救援热线电话值守并联系系统管理员',
          }
        : { tone: 'live', icon: 'wifi', text: '数据实时' };
    case 'refused':
      return { tone: 'lost', icon: 'ban', text: isCrowdedOut === true ? '实时连接已让给新页面' : '实时连接被拒绝' };
    case 'closed':
      return { tone: 'busy', icon: 'wifi', text: '实时连接已关闭' };
    case 'connecting':
    case 'waiting':
    case 'stale':
      return lostSinceMs === null || isFirst === true
        ? { tone: 'busy', icon: 'sync', text: '正在连接…' }
        : { tone: 'lost', icon: 'exclamation-triangle', text: `连接中断，自 ${clockOf(lostSinceMs)}` };
  }
}

/** Unobtrusive while live; otherwise shows since when it is not. */
export function LinkIndicator({ health }: { health: LinkHealth }) {
  const { tone, icon, text, hint } = said(health);
  return (
    <span className="ti-link" data-tone={tone} role="status" title={hint}>
      <Icon name={icon} />
      {text}
    </span>
  );
}
