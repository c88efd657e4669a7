import { dutyLabels, duties } from '../../../contract/entities/person.ts';
import { roleLabels, roleTypes } from '../../../contract/labels.ts';
import { liftCompanyLabels, type Recipient } from '../../../contract/rules/recipients.ts';
import { Checks, type CheckGroup } from './Checks.tsx';
import { Chosen } from './Chosen.tsx';
import type { EditorTools } from './editorTools.ts';

interface RecipientPickerProps {
  to: readonly Recipient[];
  /** Offers the group behind a channel's robot or webhook, which only action 2 can notify. */
  hasGroup: boolean;
  tools: EditorTools;
  onChange: (to: Recipient[]) => void;
}

const keyOf = (recipient: Recipient): string => JSON.stringify(Object.values(recipient));
const option = (recipient: Recipient, label: string) => ({ recipient, value: keyOf(recipient), label });
const ofCompany = (company: 'property' | 'maintenance') => [
  option({ kind: 'dutyPhone', company }, '值班电话'),
  ...duties.map((duty) => option({ kind: 'duty', company, duty }, dutyLabels[duty])),
];
const groups = [
  { title: liftCompanyLabels.property, options: ofCompany('property') },
  { title: liftCompanyLabels.maintenance, options: ofCompany('maintenance') },
  {
    title: '平台与值班',
    options: [
      option({ kind: 'rota' }, '当班人员'),
      option({ kind: 'answerers' }, '接听人员'),
      option({ kind: 'supervisors' }, '管理与监管人员'),
    ],
  },
  {
    title: '角色（管辖该电梯的用户）',
    options: Object.values(roleTypes).map((type) => option({ kind: 'role', role_type: type }, roleLabels[type] ?? '')),
  },
];
const groupOption = { title: '群', options: [option({ kind: 'group' }, '渠道所设的群')] };

/** Chooses who is notified: duties at the lift's companies, users of the platform, or people by name. */
export function RecipientPicker({ to, hasGroup, tools, onChange }: RecipientPickerProps) {
  const offered = hasGroup ? [...groups, groupOption] : groups;
  const people = to.filter((recipient) => recipient.kind === 'person');
  const known = offered.flatMap(({ options }) => options);
  const shown: readonly CheckGroup[] = offered;
  return (
    <div className="rule-picker">
      <Checks
        label="通知对象"
        groups={shown}
        chosen={to.map(keyOf)}
        onChange={(keys) => {
          const ticked = known.filter(({ value }) => keys.includes(value)).map(({ recipient }) => recipient);
          onChange([...ticked, ...people]);
        }}
      />
      <Chosen
        label="人员"
        placeholder="按姓名搜索人员"
        chosen={people.map(({ person_id: id }) => id)}
        nameOf={(id) => tools.names.person(id) ?? `人员 ${id}`}
        search={tools.searchPeople}
        onAdd={({ value, label }) => {
          tools.learn(`person-${value}`, label);
          onChange([...to, { kind: 'person', person_id: value }]);
        }}
        onRemove={(id) => onChange(to.filter((one) => one.kind !== 'person' || one.person_id !== id))}
      />
    </div>
  );
}
