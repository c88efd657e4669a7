import type { IconName } from './iconNames.ts';
import './Icon.css';
import './icons.generated.css';

interface IconProps {
  name: IconName;
  /** Turns: something is under way. */
  isSpinning?: boolean;
  className?: string;
}

/** An icon beside a word; always hidden from assistive technology, because the word says it. */
export function Icon({ name, isSpinning = false, className }: IconProps) {
  return (
    <i
      aria-hidden="true"
      className={['pi', `pi-${name}`, isSpinning && 'pi-spin', className].filter(Boolean).join(' ')}
    />
  );
}
