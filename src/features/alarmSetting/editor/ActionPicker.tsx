import type { RuleAction } from '../../../contract/rules/alarmRule.ts';
import { faultPhenomenonLabels, incidentKindLabels, keysOf } from '../../../contract/exceptions.ts';
import { alarmPriorityLabels, exceptionTypeLabels } from '../../../contract/labels.ts';
import { notifyChannelLabels, type NotifyChannel } from '../../../contract/notificationWords.ts';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Select } from '../../../ui/Select/Select.tsx';
import { Choice } from '../Choice.tsx';
import { Checks } from './Checks.tsx';
import type { EditorTools } from './editorTools.ts';
import { OptionalDuration } from './OptionalDuration.tsx';
import { RecipientPicker } from './RecipientPicker.tsx';

const mostDelaySeconds = 3_600;

function ChannelChecks<Channel extends NotifyChannel>({
  offered,
  chosen,
  tools,
  onChange,
}: {
  offered: readonly Channel[];
  chosen: readonly Channel[];
  tools: EditorTools;
  onChange: (channels: Channel[]) => void;
}) {
  const problemOf = (channel: Channel): string =>
    tools.choices?.channels.find((one) => one.channel === channel)?.problem ?? '';
  return (
    <Checks
      label="渠道"
      groups={[
        {
          title: '用什么渠道',
          // A channel that is not set up yet can be chosen: the rule may be written before the channel is configured.
          options: offered.map((channel) => ({
            value: channel,
            label: notifyChannelLabels[channel],
            ...(problemOf(channel) === '' ? {} : { detail: problemOf(channel) }),
          })),
        },
      ]}
      chosen={chosen}
      onChange={(keys) => onChange(offered.filter((channel) => keys.includes(channel)))}
    />
  );
}

const recordTypes = ([2, 3, 4] as const).map((value) => ({ value, label: exceptionTypeLabels[value] }));
const phenomena = keysOf(faultPhenomenonLabels)
  .filter((value) => value !== 'code')
  .map((value) => ({ value, label: faultPhenomenonLabels[value] }));
const incidents = keysOf(incidentKindLabels)
  .filter((value) => value !== 'powerCut')
  .map((value) => ({ value, label: incidentKindLabels[value] }));
const levelOptions = ([1, 2, 3] as const).map((value) => ({ value, label: alarmPriorityLabels[value] }));

/** The choices of days within which the visit is to be made; a rule that came by the API may name a day between them. */
const visitDays = (chosen: number) =>
  [...new Set([0, 1, 2, 3, 5, 7, 10, 15, chosen])]
    .toSorted((a, b) => a - b)
    .map((days) => ({ value: String(days), label: days === 0 ? '当天完成' : `${days} 天内完成` }));

function RecordPicker({
  action,
  onChange,
}: {
  action: Extract<RuleAction, { no: 6 }>;
  onChange: (action: RuleAction) => void;
}) {
  return (
    <>
      <Choice
        label="记录类型"
        value={action.type}
        options={recordTypes}
        onChange={(type) => onChange({ ...action, type, phenomenon: null, kind: null })}
      />
      {action.type === 3 && (
        <Select
          label="故障现象"
          placeholder="故障现象：由事件决定"
          isClearable
          value={action.phenomenon}
          options={phenomena}
          onChange={(phenomenon) => onChange({ ...action, phenomenon })}
        />
      )}
      {action.type === 4 && (
        <Select
          label="事件类型"
          placeholder="事件类型：由事件决定"
          isClearable
          value={action.kind}
          options={incidents}
          onChange={(kind) => onChange({ ...action, kind })}
        />
      )}
      <Select
        label="级别"
        placeholder="级别：由事件决定"
        isClearable
        value={action.level}
        options={levelOptions}
        onChange={(level) => onChange({ ...action, level })}
      />
    </>
  );
}

/** Edits one action: its kind, its recipients and its time. */
export function ActionPicker({
  action,
  tools,
  onChange,
}: {
  action: RuleAction;
  tools: EditorTools;
  onChange: (action: RuleAction) => void;
}) {
  return (
    <div className="rule-picker">
      {action.no === 1 && (
        <>
          <ChannelChecks
            offered={['voice', 'sms'] as const}
            chosen={action.channels}
            tools={tools}
            onChange={(channels) => onChange({ ...action, channels })}
          />
          <Switch
            label="接听者须按键确认"
            isOn={action.require_key}
            onChange={(key) => onChange({ ...action, require_key: key })}
          />
        </>
      )}
      {action.no === 2 && (
        <ChannelChecks
          offered={['wechat', 'wecom', 'webhook'] as const}
          chosen={action.channels}
          tools={tools}
          onChange={(channels) => onChange({ ...action, channels })}
        />
      )}
      {action.no === 5 && (
        <Select
          label="完成期限"
          value={String(action.due_in_days)}
          options={visitDays(action.due_in_days)}
          onChange={(days) => onChange({ ...action, due_in_days: Number(days ?? action.due_in_days) })}
        />
      )}
      {action.no === 6 && <RecordPicker action={action} onChange={onChange} />}
      {action.no === 7 && (
        <Switch label="在接听台响铃" isOn={action.ring} onChange={(ring) => onChange({ ...action, ring })} />
      )}
      {'to' in action && (
        <RecipientPicker
          to={action.to}
          hasGroup={action.no === 2}
          tools={tools}
          onChange={(to) => onChange({ ...action, to })}
        />
      )}
      <OptionalDuration
        label="延后执行"
        durationLabel="延后时间"
        seconds={action.delay_seconds}
        usualSeconds={60}
        mostSeconds={mostDelaySeconds}
        onChange={(seconds) => {
          const isStillDelayed = action.delay_seconds > 0 && seconds > 0;
          onChange({ ...action, delay_seconds: seconds, only_if: isStillDelayed ? action.only_if : 'always' });
        }}
      />
      {action.delay_seconds > 0 && (
        <Switch
          label="届时已有人确认就不再执行"
          isOn={action.only_if === 'unacknowledged'}
          onChange={(isOn) => onChange({ ...action, only_if: isOn ? 'unacknowledged' : 'always' })}
        />
      )}
    </div>
  );
}
