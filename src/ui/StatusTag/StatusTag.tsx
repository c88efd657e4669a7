import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import './StatusTag.css';

/** `neutral` and `ok` are the quiet world; `medium`, `high` and `critical` ask for a person. */
export type Tone = 'neutral' | 'ok' | 'info' | 'medium' | 'high' | 'critical' | 'offline';

const iconOf: Readonly<Record<Tone, IconName>> = {
  neutral: 'circle',
  ok: 'check',
  info: 'info-circle',
  medium: 'exclamation-circle',
  high: 'exclamation-triangle',
  critical: 'exclamation-triangle',
  offline: 'minus-circle',
};

export interface StatusTagProps {
  label: string;
  tone?: Tone;
  /** Another picture than the tone's own. There is always one: colour never speaks alone. */
  icon?: IconName;
  /** Only for people waiting for someone to take the call; nothing else moves on its own. */
  isPulsing?: boolean;
}

/** A state as picture, word and tone. */
export function StatusTag({ label, tone = 'neutral', icon, isPulsing = false }: StatusTagProps) {
  return (
    <span className="ti-status-tag" data-tone={tone} data-pulse={isPulsing || undefined} title={label}>
      <Icon name={icon ?? iconOf[tone]} />
      <span>{label}</span>
    </span>
  );
}
