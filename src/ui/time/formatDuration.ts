const two = (value: number): string => String(value).padStart(2, '0');

/** `02:41`, or `1:02:41` from an hour on. Negative durations read as zero; fractions of a second are dropped. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

const monthOf = (epochMs: number): { readonly month: number; readonly rest: number } => {
  const date = new Date(epochMs + 8 * 3_600_000);
  return {
    month: date.getUTCFullYear() * 12 + date.getUTCMonth(),
    rest: date.getUTCDate() * 86_400_000 + (date.getTime() % 86_400_000),
  };
};

/** Full calendar months (UTC+8) in words: `不到 1 个月`, `8 个月`, `2 年`, `1 年 8 个月`. */
export function describeMonths(fromMs: number, toMs: number): string {
  const [from, to] = [monthOf(fromMs), monthOf(toMs)];
  const months = to.month - from.month - (to.rest < from.rest ? 1 : 0);
  if (months < 1) return '不到 1 个月';
  const words = [months >= 12 ? `${Math.floor(months / 12)} 年` : '', months % 12 === 0 ? '' : `${months % 12} 个月`];
  return words.filter((word) => word !== '').join(' ');
}

/** In words, for ages and for reading aloud: `8 秒`, `3 分 20 秒`, `2 小时 5 分`, `4 天`. */
export function describeDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} 分钟` : `${minutes} 分 ${seconds % 60} 秒`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes % 60} 分`;
  return `${Math.floor(hours / 24)} 天`;
}
