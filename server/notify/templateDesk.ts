import type * as z from 'zod';
import { templateFields } from '../../src/contract/entities/notification.ts';
import { refusalCodes, type FieldErrors } from '../../src/contract/envelope.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../domain/rows/rowDesk.ts';
import { Refusal } from '../domain/refusal.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { refusedBecause } from './templateWords.ts';

export type TemplateRow = z.output<typeof templateFields>;

function* readTemplate(queries: Queries, id: number): TransactionSteps<TemplateRow | undefined> {
  const [row] = yield* run(
    queries.selectFrom('notify_templates').select(['key', 'channel', 'text', 'provider_code']).where('id', '=', id),
  );
  return row === undefined ? undefined : templateFields.parse(row);
}

function* notItsPlace(
  queries: Queries,
  id: number | null,
  { key, channel }: TemplateRow,
): TransactionSteps<FieldErrors['errors']> {
  const before = id === null ? undefined : yield* readTemplate(queries, id);
  const moved = before !== undefined && (before.key !== key || before.channel !== channel);
  const taken =
    before !== undefined
      ? []
      : yield* run(
          queries.selectFrom('notify_templates').select('id').where('key', '=', key).where('channel', '=', channel),
        );
  return [
    ...(moved ? [{ field: 'key', message: '模板的用途和渠道不能更改，请修改对应的模板' }] : []),
    ...(taken.length > 0 ? [{ field: 'key', message: '此用途在该渠道已有模板，请直接修改' }] : []),
  ];
}

// oxlint-disable-next-line require-yield -- judged by the values alone
function* wrongText(
  _queries: Queries,
  _id: number | null,
  values: TemplateRow,
): TransactionSteps<FieldErrors['errors']> {
  return refusedBecause(values).map((message) => ({ field: 'text', message }));
}

/** The words of each kind of message for each channel, one for the whole site. */
export const createTemplateDesk = (
  parts: RowDeskParts<TemplateRow>,
): Pick<RowDesk<TemplateRow>, 'save' | 'alsoWrong'> =>
  rowDesk<TemplateRow>(
    rowResource({
      noun: '通知模板',
      kind: 'notifyTemplate',
      table: 'notify_templates',
      fields: templateFields,
      problems: [notItsPlace, wrongText],
      // oxlint-disable-next-line require-yield -- it always refuses
      *remove() {
        throw new Refusal('通知模板不能删除，请修改内容', refusalCodes.notAllowedNow);
      },
    }),
    parts,
  );
