import type { LoadedDomain } from '../domain/createDomain.ts';
import { watchDeadlines } from '../domain/deadlines.ts';
import type { IncidentRecorder } from '../domain/domain.ts';
import { planVisits } from '../domain/visits/planVisits.ts';
import { sweepImports } from '../imports/redactSettled.ts';
import { callSupervisors } from '../notify/callSupervisors.ts';
import { followAnnouncements } from '../notify/followAnnouncements.ts';
import { followNotifications } from '../notify/followNotifications.ts';
import { sendReminders } from '../notify/sendReminders.ts';
import { sendNotifications } from '../notify/sendNotifications.ts';
import type { Core } from './openCore.ts';
import type { ConsolePresence } from '../ports/consolePresence.ts';
import { runAlarmRules } from '../rules/runAlarmRules.ts';
import { followExceptions } from '../rules/followExceptions.ts';
import { judgeVisits } from '../telemetry/judgeVisits.ts';
import { runLadders } from '../rules/runLadders.ts';
import { runRuleActions } from '../rules/runRuleActions.ts';
import { runRules } from '../rules/runRules.ts';
import { sweepUploads } from '../rules/sweepUploads.ts';
import { watchClaimers } from '../rules/watchClaimers.ts';
import { watchContracts } from '../rules/watchContracts.ts';
import { watchSelfTests } from '../rules/watchSelfTests.ts';

export interface RulesNeeds extends Pick<
  Core,
  'store' | 'clock' | 'counters' | 'channels' | 'testCalls' | 'uploadedFiles' | 'calendar' | 'opened' | 'trouble'
> {
  readonly domain: Pick<LoadedDomain, 'directory' | 'settings' | 'commands'>;
  readonly recorder: IncidentRecorder;
  readonly consoles: ConsolePresence;
}

/** Starts everything the server does automatically: rules, deadlines, notifications, clean-up. */
export function startRules({
  store,
  clock,
  domain,
  recorder,
  counters,
  channels,
  testCalls,
  consoles,
  uploadedFiles,
  calendar,
  opened,
  trouble,
}: RulesNeeds): void {
  const { directory, settings, commands } = domain;
  const parts = { store, clock, settings, directory, commands, recorder };
  opened(watchDeadlines({ store, clock }, trouble('到期事项处理出错，将重试')));
  opened(
    runRules({
      ...parts,
      testCalls,
      consoles,
      onError: trouble('报警规则执行出错，将重试'),
    }),
  );
  opened(
    followExceptions({
      ...parts,
      onError: trouble('故障、电动车与事件的规则执行出错，将重试'),
    }),
  );
  const ruleActions = opened(
    runRuleActions({
      ...parts,
      channels,
      onError: trouble('报警规则的动作执行出错，将重试'),
    }),
  );
  calendar.onStepped((byMs) => void ruleActions.calendarMoved(byMs).catch(trouble('校正等待中的规则动作出错')));
  opened(runAlarmRules({ store, clock, directory, onError: trouble('报警规则判定出错，将重试') }));
  opened(runLadders({ store, clock, channels, settings, onError: trouble('执行通知阶梯时出错，将重试') }));
  opened(callSupervisors({ store, clock, channels, onError: trouble('求救链路中断，但无法电话通知管理人员，将重试') }));
  opened(
    followNotifications({
      store,
      clock,
      directory,
      settings,
      onError: trouble('处理通知的结果时出错，将重试'),
    }),
  );
  opened(followAnnouncements({ store, clock, channels, commands, onError: trouble('送达物业公告时出错，将重试') }));
  opened(sendNotifications({ store, clock, channels, onError: trouble('发送通知出错，将重试') }));
  opened(sweepUploads({ files: uploadedFiles, clock }, trouble('清理无人使用的文件时出错，将重试')));
  opened(sweepImports({ store, clock }, trouble('隐去已结束的导入中的电话时出错，将重试')));
  opened(watchContracts({ store, clock, directory }, trouble('到期生效的合同处理出错，将重试')));
  opened(sendReminders({ store, clock, channels, settings, onError: trouble('发送维保与到期提醒出错，将重试') }));
  opened(planVisits({ store, clock, onError: trouble('维保排期出错，将重试') }));
  opened(watchSelfTests({ store, clock }, trouble('检查求救自检时出错，将重试')));
  opened(judgeVisits({ store, clock, counters }, trouble('核对维保的设备佐证时出错，将重试')));
  opened(watchClaimers({ store, clock, consoles }, trouble('检查受理人是否在线时出错，将重试')));
}
