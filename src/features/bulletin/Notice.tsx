import { Icon } from '../../ui/Icon/Icon.tsx';

/** One line about the whole bulletin. */
export const Notice = ({ text, isProblem = false }: { text: string; isProblem?: boolean }) => (
  <p className="bl-notice" data-tone={isProblem ? 'medium' : undefined} role={isProblem ? 'alert' : 'status'}>
    <Icon name={isProblem ? 'exclamation-circle' : 'info-circle'} />
    <span>{text}</span>
  </p>
);
