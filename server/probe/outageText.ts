import { probeStageAdvice, probeStageLabels, type ProbeStage } from '../../src/contract/endpoints/probe.ts';
import { toDisplayTime } from '../../src/contract/time.ts';

export interface OutageNotice {
  readonly title: string;
  readonly detail: string;
}

/** Advice about a silent stage, as spoken by telephone: a provider reads at most 35 characters of a variable. */
export const spokenAdvice: Readonly<Record<ProbeStage, string>> = {
  broker: '求救可能到不了平台，请改用热线值守并检查消息服务器',
  log: '求救可能没有保存，请改用热线值守并检查数据库和磁盘',
  push: '求救可能不会弹出，请改用热线值守并重启平台服务',
  console: '值班台没有应答，请立即派人登录并开启报警声音',
};

/** `60 秒`, `12 分钟`, `3 小时`: whole units, rounded down. */
export function roughly(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1_000);
  if (seconds < 300) return `${seconds} 秒`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时`;
}

/** `sinceMs`: since when it has not been proven, epoch ms. */
export function outageNotice(
  stage: ProbeStage,
  {
    silentForMs,
    sinceMs,
    isReminder,
  }: { readonly silentForMs: number; readonly sinceMs: number; readonly isReminder: boolean },
): OutageNotice {
  const label = probeStageLabels[stage];
  return {
    title: `求救链路${isReminder ? '仍' : ''}中断：${label} 已 ${roughly(silentForMs)}未证实`,
    detail: `${probeStageAdvice[stage]}。自 ${toDisplayTime(sinceMs)} 起未证实`,
  };
}

export function wholeNotice(stage: ProbeStage, lastedMs: number): OutageNotice {
  return {
    title: '求救链路已恢复',
    detail: `各环节已重新证实。此前中断的环节：${probeStageLabels[stage]}，约 ${roughly(lastedMs)}。请核对其间的呼叫记录`,
  };
}
