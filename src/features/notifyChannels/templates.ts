import { createElement } from 'react';
import { templateList, templateSave } from '../../contract/endpoints/notification.ts';
import { keysOf } from '../../contract/exceptions.ts';
import { notifyChannelLabels, templateKeyLabels } from '../../contract/notificationWords.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { custom, select, text } from '../../ui/form/formFields.ts';
import { textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { problemColumn } from './problemColumn.tsx';
import { TemplateTextField } from './TemplateTextField.tsx';

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
const channels = keysOf(notifyChannelLabels);

/**
 * The text of each notice on each channel (a tab of `/system-settings/notify-channels`). Templates are never deleted, so that a notice always
 * has a text.
 */
export const createTemplates = crudScreen({
  name: 'NotifyChannels',
  view: { id: 'templates', title: '通知模板' },
  list: templateList,
  save: templateSave,
  noun: '模板',
  record: 'notifyTemplate',
  nameOf: (row) => `${row.key_label} · ${row.channel_label}`,
  columns: [
    textColumn('key_label', '用途', { width: 130 }),
    textColumn('channel_label', '渠道', { width: 130 }),
    textColumn('preview', '样例'),
    textColumn('provider_code', '模板编号', { width: 140 }),
    problemColumn,
    textColumn('text', '模板内容', { isHiddenByDefault: true }),
  ],
  filters: [
    textFilter('keyword', '关键字', { placeholder: '内容、模板编号' }),
    selectFilter(
      'channel',
      '渠道',
      channels.map((value) => ({ value, label: notifyChannelLabels[value] })),
    ),
  ],
  fields: [
    select('key', '用途', { isRequired: true, options: optionsOf(templateKeyLabels) }),
    select('channel', '渠道', { isRequired: true, options: optionsOf(notifyChannelLabels) }),
    custom('text', '内容', {
      emptyValue: '',
      isWide: true,
      render: (control) => createElement(TemplateTextField, { control }),
    }),
    text('provider_code', '模板编号', { hint: '服务商审核通过的模板编号，不需要时留空', isWide: true }),
  ],
  formColumns: 2,
});
