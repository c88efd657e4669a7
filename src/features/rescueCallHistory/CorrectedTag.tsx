import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';

/** Says that figures of a closed rescue were corrected afterwards. */
export function CorrectedTag() {
  return <StatusTag label="已更正" tone="medium" icon="pencil" />;
}
