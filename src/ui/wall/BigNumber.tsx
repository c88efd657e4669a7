import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import './BigNumber.css';

export interface BigNumberProps {
  label: string;
  /** null where it is not known (yet): shown as a dash, never as zero. */
  value: number | null;
  unit?: string;
  /** A second figure in small: 在线率 98.7 %. */
  detail?: string;
  /** Only if it needs a person; the icon and `detail` show why. */
  tone?: 'normal' | 'medium' | 'high' | 'critical';
  size?: 'normal' | 'large';
}

const iconOf: Readonly<Record<'medium' | 'high' | 'critical', IconName>> = {
  medium: 'exclamation-circle',
  high: 'exclamation-triangle',
  critical: 'exclamation-triangle',
};

/** A figure that is read from ten metres. */
export function BigNumber({ label, value, unit, detail, tone = 'normal', size = 'normal' }: BigNumberProps) {
  const text = value === null ? '—' : value.toLocaleString('zh-CN');
  return (
    <div className="ti-big-number" data-tone={tone} data-size={size} data-long={text.length > 6 || undefined}>
      <span className="ti-big-number__label">
        {tone !== 'normal' && <Icon name={iconOf[tone]} />}
        {label}
      </span>
      <span className="ti-big-number__value">
        {text}
        {unit !== undefined && value !== null && <small>{unit}</small>}
      </span>
      {detail !== undefined && <span className="ti-big-number__detail">{detail}</span>}
    </div>
  );
}
