import type { RuleFinding } from '../../contract/rules/alarmRule.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';

/** The errors of a rule, which block its activation, and its warnings. Draws nothing if there are none. */
export function FindingList({ findings }: { findings: readonly RuleFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="rule-findings" aria-label="检查结果">
      {findings.map(({ severity, field, message }) => (
        <li key={`${field} ${message}`} data-severity={severity}>
          <Icon name={severity === 'error' ? 'exclamation-circle' : 'exclamation-triangle'} />
          <span>
            {severity === 'error' ? '须改正' : '提醒'}：{message}
          </span>
        </li>
      ))}
    </ul>
  );
}
