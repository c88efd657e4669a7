import { useState } from 'react';
import * as z from 'zod';
import { rescueEvents } from '../../../contract/events/rescue.ts';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { AlsoFor, idsInText, textOfIds } from './AlsoFor.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** `alsoFor`: the ids of the other calls that get the same note, as `idsInText` reads them. */
const schema = rescueEvents['rescue.noted'].extend({ alsoFor: z.string().optional() });

/** A line in the timeline; the claimer's note also shows that someone is working on it. */
export function NoteForm({ frame, context }: StepFormProps) {
  const form = useStepForm(schema, { text: '', alsoFor: '' });
  const alsoFor = idsInText(form.watch('alsoFor'));
  // Asked for from the queue, for several calls: a note on one call offers no others.
  const [isForSeveral] = useState(alsoFor.size > 0);
  const held = isForSeveral ? (context.team?.held ?? []) : [];
  const also = held.filter(({ id }) => alsoFor.has(id));
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['text']}
      submitLabel={also.length === 0 ? '添加备注' : `为 ${also.length + 1} 起添加备注`}
      onSubmit={async ({ alsoFor: _ids, ...data }) => {
        await context.submit({ id: context.row.id, event: 'rescue.noted', data });
        if (also.length > 0) context.team?.note(also, data);
      }}
    >
      <TextArea control={form.control} name="text" label="备注" isRequired rows={4} maxLength={500} />
      <AlsoFor
        of={context.row}
        rows={held}
        legend={`同时备注您负责的其他 ${held.length} 起`}
        chosen={alsoFor}
        onChoose={(ids) => form.setValue('alsoFor', textOfIds(ids))}
      />
    </StepForm>
  );
}
