import type { RuleBody } from '../../../contract/rules/alarmRule.ts';
import { siteTypeOptions } from '../../../contract/entities/community.ts';
import { scopeWords } from '../../../contract/rules/ruleWords.ts';
import { Stepper } from '../../../ui/form/Stepper.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Checks } from './Checks.tsx';
import { Chosen } from './Chosen.tsx';
import type { SlotProps } from './editorTools.ts';
import { Slot } from './Slot.tsx';

const mostYears = 100;

function AgeLimit({
  label,
  years,
  onChange,
}: {
  label: string;
  years: number | null;
  onChange: (years: number | null) => void;
}) {
  return (
    <div className="rule-picker__row">
      <Switch label={label} isOn={years !== null} onChange={(isOn) => onChange(isOn ? 15 : null)} />
      {years !== null && <Stepper label={label} value={years} min={0} max={mostYears} unit="年" onChange={onChange} />}
    </div>
  );
}

/** The lifts that a rule covers. */
export function ScopeSlot({ body, tools, onChange }: SlotProps) {
  const { when } = body;
  const change = (part: Partial<RuleBody['when']>): void => onChange({ when: { ...when, ...part } });
  return (
    <Slot
      label="范围"
      words={scopeWords({ organization: '', when }, tools.names)}
      placeholder="全部电梯"
      isDisabled={tools.isReadOnly}
      problems={tools.problemsOf(
        'when.organizations',
        'when.site_types',
        'when.age_least_years',
        'when.age_most_years',
      )}
    >
      <div className="rule-picker">
        <Chosen
          label="单位或小区"
          placeholder="按名称搜索区域、小区、物业、维保、制造单位"
          chosen={when.organizations}
          nameOf={(ref) => tools.names.organization(ref) ?? `单位 ${ref}`}
          search={tools.searchOrganizations}
          onAdd={({ value, label }) => {
            tools.learn(value, label);
            change({ organizations: [...when.organizations, value] });
          }}
          onRemove={(ref) => change({ organizations: when.organizations.filter((one) => one !== ref) })}
        />
        <Checks
          label="场所类型"
          groups={[{ title: '场所类型（不选为全部）', options: siteTypeOptions }]}
          chosen={when.site_types}
          onChange={(chosen) =>
            change({ site_types: siteTypeOptions.map(({ value }) => value).filter((type) => chosen.includes(type)) })
          }
        />
        <AgeLimit
          label="梯龄不少于"
          years={when.age_least_years}
          onChange={(years) => change({ age_least_years: years })}
        />
        <AgeLimit
          label="梯龄不多于"
          years={when.age_most_years}
          onChange={(years) => change({ age_most_years: years })}
        />
      </div>
    </Slot>
  );
}
