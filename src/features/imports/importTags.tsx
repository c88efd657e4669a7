import {
  importRowStateLabels,
  importStateLabels,
  type ImportRowState,
  type ImportState,
} from '../../contract/entities/imports.ts';
import type { StatusTagProps, Tone } from '../../ui/StatusTag/StatusTag.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';

const stateTones: Readonly<Record<ImportState, Tone>> = {
  checking: 'info',
  ready: 'medium',
  writing: 'info',
  done: 'ok',
  reverting: 'info',
  failed: 'high',
  cancelled: 'neutral',
  undoing: 'info',
  undone: 'neutral',
  stopped: 'high',
};
export const stateTag = (state: ImportState, wrong = 0): StatusTagProps =>
  state === 'ready' && wrong > 0
    ? { label: '需修改', tone: 'high' }
    : { label: importStateLabels[state], tone: stateTones[state] };

const rowTones: Readonly<Record<ImportRowState, { readonly tone: Tone; readonly icon?: IconName }>> = {
  unchecked: { tone: 'neutral' },
  new: { tone: 'info', icon: 'plus' },
  change: { tone: 'info', icon: 'pencil' },
  same: { tone: 'neutral', icon: 'minus' },
  wrong: { tone: 'high' },
};
export const rowTag = (state: ImportRowState): StatusTagProps => ({
  label: importRowStateLabels[state],
  ...rowTones[state],
});
