import { useState } from 'react';
import * as z from 'zod';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { elevatorSave, type elevatorRegister } from '../../contract/endpoints/liftRegister.ts';
import { savedInput } from '../../parts/crud/editedRow.ts';
import { BulkResult, type Refused } from '../../parts/record/BulkResult.tsx';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { LookupField } from '../../ui/form/LookupField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { liftChoices } from './choices.ts';

type Lift = OutputOf<typeof elevatorRegister>['list'][number];

const schema = z.object({ maintenance_id: z.number('请选择维保单位').int().positive() });

interface ChangeMaintainerProps {
  lifts: readonly Lift[];
  call: Call;
  /** Some lifts have been saved. */
  onChanged: () => void;
  onClose: () => void;
}

/**
 * Gives the chosen lifts to another maintenance company. Each is saved on its own, over the version that was read: one that somebody else
 * has changed meanwhile is left alone and named.
 */
export function ChangeMaintainer({ lifts, call, onChanged, onClose }: ChangeMaintainerProps) {
  const form = useSchemaForm(schema, {});
  const [savedNum, setSavedNum] = useState(0);
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);
  const { isSubmitting } = form.formState;

  const change = async ({ maintenance_id }: z.infer<typeof schema>): Promise<void> => {
    const failures: Refused[] = [];
    let count = 0;
    for (const lift of lifts) {
      try {
        if (lift.maintenance_id !== maintenance_id) {
          const changed = { ...lift, maintenance_id };
          const input = elevatorSave.input.parse(savedInput(elevatorSave.input, [], changed, {}));
          await call(elevatorSave, input, { quiet: true });
        }
        setSavedNum(++count);
      } catch (error) {
        failures.push({ name: lift.tag, message: error instanceof Error ? error.message : '保存失败，请稍后重试' });
      }
    }
    onChanged();
    setRefused(failures);
    setSavedNum(count);
  };

  if (refused !== null)
    return (
      <BulkResult
        title="更换维保单位"
        verb="更换"
        measure="台"
        noun="电梯"
        doneNum={savedNum}
        refused={refused}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={`更换 ${lifts.length} 台电梯的维保单位`}
      isOpen
      onClose={onClose}
      form={form}
      fields={['maintenance_id']}
      submitLabel={isSubmitting ? `正在更换 ${savedNum} / ${lifts.length}` : `更换 ${lifts.length} 台`}
      onSubmit={change}
    >
      <LookupField
        control={form.control}
        name="maintenance_id"
        label="新的维保单位"
        isRequired
        hasAutoFocus
        search={liftChoices(call).maintainers}
        hint="从今天起由该单位负责；合同不会随之改变，如需变更请在“维保单位”的合同中登记。"
      />
    </FormDialog>
  );
}
