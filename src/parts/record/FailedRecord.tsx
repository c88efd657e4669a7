import type { LoadFailure } from '../../streams/loading/loadState.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { FailedLoad } from './FailedLoad.tsx';

interface FailedRecordProps {
  failed: LoadFailure;
  /** The noun for the record that could not be read: 电梯. */
  noun: string;
  /** The advice about a record that is not there. */
  hint?: string;
}

/** Takes the place of one record that could not be read. Its source tries again automatically. */
export function FailedRecord({ failed, noun, hint = '它不存在、已删除，或不在您的管辖范围内。' }: FailedRecordProps) {
  return failed.failure === 'notFound' ? (
    <EmptyState title={`找不到该${noun}`} hint={hint} icon="question-circle" />
  ) : (
    <FailedLoad state={failed} title={`无法读取${noun}`} next="。正在自动重试。" />
  );
}
