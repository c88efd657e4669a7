import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import type { IconName } from '../../../ui/Icon/iconNames.ts';
import { IconButton } from '../../../ui/IconButton/IconButton.tsx';
import { failedIds, type Batch, type Outcome } from './batch.ts';
import './several.css';

export interface BatchResultsProps {
  batches: readonly Batch[];
  onRetry: (batchId: number) => void;
  onDismiss: (batchId: number) => void;
}

const icons: Readonly<Record<Outcome['kind'], IconName>> = {
  asking: 'spinner',
  done: 'check',
  refused: 'info-circle',
  failed: 'exclamation-triangle',
};

function Result({ batch, onRetry, onDismiss }: { batch: Batch } & Omit<BatchResultsProps, 'batches'>) {
  const failed = failedIds(batch).length;
  const isAsking = batch.items.some(({ outcome }) => outcome.kind === 'asking');
  return (
    <section className="rc-results" aria-label={batch.title}>
      <header>
        <h2>{batch.title}</h2>
        {!isAsking && <IconButton size="small" icon="times" label="收起结果" onClick={() => onDismiss(batch.id)} />}
      </header>
      <ul aria-live="polite">
        {batch.items.map(({ orderId, place, outcome }) => (
          <li key={orderId} data-outcome={outcome.kind}>
            <Icon name={icons[outcome.kind]} isSpinning={outcome.kind === 'asking'} />
            <span title={place}>{place}</span>
            <b>{outcome.kind === 'asking' ? '正在提交…' : outcome.text}</b>
          </li>
        ))}
      </ul>
      {failed > 0 && !isAsking && (
        <Button size="small" variant="primary" icon="refresh" onClick={() => onRetry(batch.id)}>
          重试未成功的 {failed} 起
        </Button>
      )}
    </section>
  );
}

/** The result for each order of an action on several; requests that failed on the way can be tried again. */
export function BatchResults({ batches, ...rest }: BatchResultsProps) {
  return batches.map((batch) => <Result key={batch.id} batch={batch} {...rest} />);
}
