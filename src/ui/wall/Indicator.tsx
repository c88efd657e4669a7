import { Icon } from '../Icon/Icon.tsx';
import './Indicator.css';
import { toIndicator } from './toIndicator.ts';

export interface IndicatorProps {
  /** The promise: 3 分钟内受理. */
  label: string;
  /** 0–1; null when nothing has been counted yet. */
  share: number | null;
  /** 0–1. */
  target: number;
  /** The count behind the figure: 本月 126 / 128 起. */
  detail?: string;
  /** The part that the figure leaves out: 不计误报 18 起. */
  leftOut?: string;
}

/** A share against its target: the figure, a bar with the target's mark, and the verdict by icon and word. */
export function Indicator({ label, share, target, detail, leftOut }: IndicatorProps) {
  const { text, isMet, word } = toIndicator(share, target);
  return (
    <div className="ti-indicator" data-met={isMet ?? 'unknown'}>
      <span className="ti-indicator__label">{label}</span>
      <span className="ti-indicator__value">
        {text}
        {share !== null && <small>%</small>}
      </span>
      <span className="ti-indicator__verdict">
        <Icon name={isMet === null ? 'minus-circle' : isMet ? 'check-circle' : 'exclamation-triangle'} />
        {word}
      </span>
      <div
        className="ti-indicator__bar"
        style={{ '--share': `${(share ?? 0) * 100}%`, '--target': `${target * 100}%` }}
        role="img"
        aria-label={`${label} ${text}${share === null ? '' : '%'}，目标 ${Math.round(target * 1000) / 10}%，${word}`}
      />
      <span className="ti-indicator__target">目标 {Math.round(target * 1000) / 10}%</span>
      {detail !== undefined && <span className="ti-indicator__detail">{detail}</span>}
      {leftOut !== undefined && <span className="ti-indicator__left-out">{leftOut}</span>}
    </div>
  );
}
