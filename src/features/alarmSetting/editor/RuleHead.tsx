import { exceptionTypeLabels } from '../../../contract/labels.ts';
import { FieldFrame } from '../../../ui/form/FieldFrame.tsx';
import { LookupInput } from '../../../ui/Select/LookupInput.tsx';
import { Select } from '../../../ui/Select/Select.tsx';
import type { SlotProps } from './editorTools.ts';

const eventTypes = ([1, 2, 3, 4] as const).map((value) => ({ value, label: exceptionTypeLabels[value] }));

interface TextOfRuleProps extends SlotProps {
  member: 'name' | 'remark';
  label: string;
  isRequired?: boolean;
  maxLength: number;
}

function TextOfRule({ body, tools, onChange, member, label, isRequired = false, maxLength }: TextOfRuleProps) {
  return (
    <FieldFrame label={label} isRequired={isRequired} error={tools.problemsOf(member)[0]}>
      {(aria) => (
        <input
          {...aria}
          className="ti-input"
          autoComplete="off"
          maxLength={maxLength}
          disabled={tools.isReadOnly}
          value={body[member]}
          onChange={(event) => onChange({ [member]: event.target.value })}
        />
      )}
    </FieldFrame>
  );
}

/** Name, kind and owner of a rule. */
export function RuleHead(props: SlotProps) {
  const { body, tools, onChange } = props;
  const owner = body.organization;
  return (
    <div className="rule-head">
      <TextOfRule {...props} member="name" label="规则名称" isRequired maxLength={40} />
      <FieldFrame label="事件类型" error={tools.problemsOf('event_type')[0]}>
        {(aria) => (
          <Select
            id={aria.id}
            label="事件类型"
            isDisabled={tools.isReadOnly}
            value={body.event_type}
            options={eventTypes}
            onChange={(type) => type !== null && onChange({ event_type: type })}
          />
        )}
      </FieldFrame>
      <FieldFrame
        label="所属单位"
        isRequired={tools.choices?.owners?.city === false}
        error={tools.problemsOf('organization')[0]}
      >
        {(aria) => (
          <LookupInput
            id={aria.id}
            label="所属单位"
            placeholder={tools.choices?.owners?.city === false ? '请选择您管辖的单位' : '全市（所有电梯）'}
            isDisabled={tools.isReadOnly}
            value={owner === '' ? null : { value: owner, label: tools.names.organization(owner) ?? `单位 ${owner}` }}
            search={tools.searchOrganizations}
            onChange={(option) => {
              if (option !== null) tools.learn(option.value, option.label);
              onChange({ organization: option?.value ?? '' });
            }}
          />
        )}
      </FieldFrame>
      <TextOfRule {...props} member="remark" label="备注" maxLength={200} />
    </div>
  );
}
