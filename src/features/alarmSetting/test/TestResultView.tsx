import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { RuleTestResult } from '../../../contract/rules/alarmRuleRow.ts';
import { makesSound } from '../../../contract/rules/ruleWords.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import { formatDateTime } from '../../../ui/time/formatTime.ts';
import { FindingList } from '../FindingList.tsx';
import { liftPath, replayPath } from '../rulePaths.ts';
import type { DoneTest, TestDays } from '../testRunner.ts';
import { WeekHeatMap } from './WeekHeatMap.tsx';
import { Spoken } from '../../../ui/Spoken/Spoken.tsx';

/** In the words of the question: 上周会响几次. */
export const daysLabels: Readonly<Record<TestDays, string>> = { 7: '上周', 30: '近 30 天', 90: '近 90 天' };
const shownAtFirst = 10;

/** The number, beside the previous one. */
function Headline({ shown, former }: { shown: DoneTest; former: DoneTest | null }) {
  const { firings, gathered, events, duration_ms: durationMs } = shown.result;
  const before = former?.result.firings;
  const less = before === undefined ? 0 : before - firings;
  return (
    <div className="rule-result__head">
      <p className="rule-result__number" role="status">
        {daysLabels[shown.days]}
        {makesSound(shown.body) ? '会响' : '会触发'}{' '}
        {before !== undefined && (
          <>
            <del aria-label={`修改前 ${before} 次`}>{before}</del>
            <Icon name="arrow-right" />
          </>
        )}
        <strong>{firings}</strong> 次
      </p>
      <p className="rule-quiet">
        {!makesSound(shown.body) && '这条规则不发出声音。'}
        {before !== undefined && `比修改前${less >= 0 ? `少 ${less}` : `多 ${-less}`} 次。`}
        {gathered > 0 && `另有 ${gathered} 次并入其他触发。`}
        读取 {events.toLocaleString('en-US')} 条事件，用时 {(durationMs / 1000).toFixed(1)} 秒，没有执行任何动作。
      </p>
    </div>
  );
}

/** Shares of a whole in the order given, the first ten, each with its number and a bar. */
function Shares({
  title,
  rows,
  more = (num) => `另有 ${num} 项`,
}: {
  title: string;
  rows: readonly { readonly name: string; readonly count: number }[];
  /** Says how many are not shown. */
  more?: (num: number) => string;
}) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className="rule-shares" aria-label={title}>
      <h3>{title}</h3>
      {rows.length === 0 && <p className="rule-quiet">没有</p>}
      <ul>
        {rows.slice(0, shownAtFirst).map(({ name, count }) => (
          <li key={name}>
            <span title={name}>{name}</span>
            <span className="rule-shares__bar" style={{ '--share': count / most }} aria-hidden="true" />
            <b>{count}</b>
          </li>
        ))}
      </ul>
      {rows.length > shownAtFirst && <p className="rule-quiet">{more(rows.length - shownAtFirst)}</p>}
    </section>
  );
}

function Woken({ result: { people, messages } }: { result: RuleTestResult }) {
  const beyond = people.reduce((sum, one) => sum + one.beyond_limit, 0);
  return (
    <section aria-label="会被叫醒的人">
      <h3>会通知谁</h3>
      {people.length === 0 ? (
        <p className="rule-quiet">不会通知任何人。</p>
      ) : (
        <table className="rule-table">
          <thead>
            <tr>
              <th>人员</th>
              <th>渠道</th>
              <th data-number>次数</th>
              <th data-number>夜间</th>
              <th data-number>最忙一夜</th>
              <th data-number>超出限额</th>
            </tr>
          </thead>
          <tbody>
            {people.slice(0, shownAtFirst).map((one) => (
              <tr key={`${one.name} ${one.organization_name} ${one.channel}`}>
                <td>
                  {one.name}
                  <small>{one.organization_name}</small>
                </td>
                <td>{one.channel_label}</td>
                <td data-number>{one.count}</td>
                <td data-number>{one.at_night}</td>
                <td data-number>{one.busiest_night}</td>
                <td data-number data-bad={one.beyond_limit > 0 || undefined}>
                  {one.beyond_limit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {people.length > shownAtFirst && <p className="rule-quiet">另有 {people.length - shownAtFirst} 人</p>}
      {beyond > 0 && (
        <p className="rule-result__warn" role="note">
          <Icon name="exclamation-triangle" />有 {beyond}{' '}
          条通知超出渠道对单个号码的限额，不会送达。请收窄规则，或增加通知对象。
        </p>
      )}
      {messages.length > 0 && (
        <p className="rule-quiet">
          共 {messages.map(({ channel_label: label, count }) => `${label} ${count} 条`).join('，')}
        </p>
      )}
    </section>
  );
}

/** The newest firings; the server sends no more than some hundred of `firings`, and the page says so. */
function FiringTable({ list, firings }: Pick<RuleTestResult, 'list' | 'firings'>) {
  const [isWhole, setWhole] = useState(false);
  if (list.length === 0) return null;
  const isCut = list.length < firings;
  return (
    <section aria-label="会触发的记录">
      <h3>{isCut ? `最近 ${list.length} 次，共 ${firings} 次` : '每一次'}</h3>
      <table className="rule-table">
        <thead>
          <tr>
            <th>时间</th>
            <th>电梯</th>
            <th>原因</th>
            <th>回放</th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? list : list.slice(0, shownAtFirst)).map((firing) => (
            <tr key={firing.position}>
              <td className="rule-table__time">{formatDateTime(Date.parse(firing.at))}</td>
              <td>
                <Link to={liftPath(firing.elevator_id)}>
                  <Spoken>{firing.tag}</Spoken>
                </Link>
                <small>{firing.community_name}</small>
              </td>
              <td>
                {firing.reason}
                {firing.gathered > 0 && <small>并入 {firing.gathered} 次</small>}
                {firing.diff === 'added' && <StatusTag label="新增" tone="info" icon="plus" />}
              </td>
              <td>
                <Link
                  to={replayPath(firing.at)}
                  target="_blank"
                  aria-label={`回放 ${formatDateTime(Date.parse(firing.at))} ${firing.tag}`}
                >
                  <Icon name="replay" />
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && list.length > shownAtFirst && (
        <Button size="small" variant="plain" onClick={() => setWhole(true)}>
          {isCut ? `显示最近 ${list.length} 次` : `显示全部 ${list.length} 次`}
        </Button>
      )}
      {isCut && (
        <p className="rule-quiet">更早的 {firings - list.length} 次只计数，不逐条列出；请缩短试跑的时间查看。</p>
      )}
    </section>
  );
}

/** The effects that a rule would have had on the tested days, with the previous result beside the number. */
export function TestResultView({ shown, former }: { shown: DoneTest; former: DoneTest | null }) {
  const { result } = shown;
  const { compared, overlaps } = result;
  return (
    <div className="rule-result">
      <Headline shown={shown} former={former} />
      {compared !== null && (
        <p>
          与启用的版本 {compared.version} 相比：新增 {compared.added} 次，减少 {compared.lost} 次，相同 {compared.same}{' '}
          次。
        </p>
      )}
      <FindingList findings={result.findings} />
      <div className="rule-result__heat" tabIndex={0} role="group" aria-label="按星期与小时">
        <WeekHeatMap counts={result.by_hour_of_week} what={makesSound(shown.body) ? '本应响起' : '本应触发'} />
      </div>
      <Woken result={result} />
      <div className="rule-result__shares">
        <Shares
          title="按日期，最近在前"
          rows={result.by_day
            .map(({ day, count }) => ({ name: day, count }))
            .toSorted((a, b) => b.name.localeCompare(a.name))}
          more={(num) => `更早还有 ${num} 天`}
        />
        <Shares title="按类型" rows={result.by_kind} />
        <Shares title="按小区" rows={result.by_community} />
      </div>
      {overlaps.length > 0 && (
        <p className="rule-quiet">
          与其他启用规则重叠：{overlaps.map(({ name, count }) => `${name} ${count} 次`).join('，')}
        </p>
      )}
      <FiringTable list={result.list} firings={result.firings} />
    </div>
  );
}
