import type { ReactNode } from 'react';
import {
  missedReasonLabels,
  ringSoundLabels,
  type RingDecision,
  type RingSound,
  type WhyRang as WhyRangAnswer,
} from '../../contract/entities/whyRang.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { StatusTag, type StatusTagProps, type Tone } from '../../ui/StatusTag/StatusTag.tsx';
import './WhyRang.css';

const decisionTags: Readonly<Record<RingDecision, StatusTagProps>> = {
  floor: { label: '安全底线', tone: 'info', icon: 'shield' },
  order: { label: '由救援单响铃', tone: 'info', icon: 'link' },
  priority: { label: '按优先级', tone: 'neutral', icon: 'bell-slash' },
  imported: { label: '历史导入', tone: 'neutral', icon: 'history' },
  taken: { label: '登记时已受理', tone: 'ok', icon: 'check' },
};
const soundTones: Readonly<Record<RingSound, Tone>> = { armed: 'ok', blocked: 'high', unknown: 'neutral' };

const clock = (time: string): string => toDisplayTime(time).slice(11);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ti-why__section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Steps({ steps }: Pick<WhyRangAnswer, 'steps'>) {
  return (
    <ol className="ti-why__steps">
      {steps.map(({ at, position, title, detail }, index) => (
        // Several steps of one moment are told apart by their place alone.
        <li key={`${at} ${title} ${index}`}>
          <time dateTime={at}>{toDisplayTime(at)}</time>
          <span className="ti-why__title">{title}</span>
          <span className="ti-why__quiet">{detail}</span>
          <span className="ti-why__position">{position === null ? '' : `日志 ${position}`}</span>
        </li>
      ))}
    </ol>
  );
}

const more = (shown: number, total: number): ReactNode =>
  total > shown && shown > 0 ? <p className="ti-why__quiet">另有 {total - shown} 个未列出。</p> : null;

function Rung({ rung, rung_num: total }: Pick<WhyRangAnswer, 'rung' | 'rung_num'>) {
  if (total === 0) return <p className="ti-why__quiet">没有值班台响铃。</p>;
  return (
    <>
      <ul className="ti-why__rows">
        {rung.map((one, index) => (
          // A user may have had the same browser open twice.
          <li key={`${one.user_name} ${one.first_at} ${index}`}>
            <span className="ti-why__name">{one.user_name}</span>
            <StatusTag label={ringSoundLabels[one.sound]} tone={soundTones[one.sound]} icon="volume-up" />
            {one.answered && <StatusTag label="已受理" tone="ok" icon="check" />}
            <span className="ti-why__when">
              {clock(one.first_at)} – {one.until === null ? '仍在响铃' : clock(one.until)}
            </span>
            <span className="ti-why__quiet">
              {[one.console, one.signed_in_at === null ? '' : `${toDisplayTime(one.signed_in_at).slice(5, 16)} 登录`]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {more(rung.length, total)}
    </>
  );
}

function NotRung({ not_rung: missed, not_rung_num: total }: Pick<WhyRangAnswer, 'not_rung' | 'not_rung_num'>) {
  if (total === 0) return <p className="ti-why__quiet">有权接听的人员都已响铃。</p>;
  if (missed.length === 0)
    return <p className="ti-why__quiet">共 {total} 人；接听人员与账号管理人员可查看其管辖范围内的名单。</p>;
  return (
    <>
      <ul className="ti-why__rows">
        {missed.map(({ user_name: name, console, reason }) => (
          <li key={`${name} ${console} ${reason}`}>
            <span className="ti-why__name">{name}</span>
            <span>{missedReasonLabels[reason]}</span>
            <span className="ti-why__quiet">{console}</span>
          </li>
        ))}
      </ul>
      <p className="ti-why__quiet">
        未打开值班台的人员按现有权限与管辖范围列出；账号不在您管辖范围内的人员只计入人数。
      </p>
      {more(missed.length, total)}
    </>
  );
}

function Consoles({ why }: { why: WhyRangAnswer }) {
  if (!why.has_consoles)
    return why.rang ? (
      <p className="ti-why__quiet">
        值班台记录只保留到 {toDisplayTime(why.kept_since).slice(0, 10)}，此前的响铃不再逐台列出。
      </p>
    ) : null;
  return (
    <>
      <Section title={`响铃的值班台（${why.rung_num}）`}>
        <Rung rung={why.rung} rung_num={why.rung_num} />
      </Section>
      <Section title={`未响铃（${why.not_rung_num} 人）`}>
        <NotRung not_rung={why.not_rung} not_rung_num={why.not_rung_num} />
      </Section>
    </>
  );
}

/** Explains why a call rang, or an alarm did not: what decided it, the events, which consoles rang, and which did not. */
export function WhyRang({ state }: { state: LoadState<WhyRangAnswer> }) {
  if (state.kind === 'loading')
    return (
      <p role="status" className="ti-why__quiet">
        <Icon name="spinner" isSpinning /> 正在读取响铃记录…
      </p>
    );
  if (state.kind === 'failed')
    return state.failure === 'denied' ? (
      <DeniedState message={state.message} />
    ) : (
      <p role="alert" className="ti-why__quiet">
        无法读取响铃记录：{state.message}
      </p>
    );
  const why = state.value;
  return (
    <div className="ti-why">
      <p className="ti-why__reason">
        <StatusTag
          label={why.rang ? '已响铃' : '未响铃'}
          tone={why.rang ? 'info' : 'neutral'}
          icon={why.rang ? 'bell' : 'bell-slash'}
        />
        <StatusTag {...decisionTags[why.decision]} />
        <span>{why.reason}</span>
      </p>
      <Section title="经过">
        <Steps steps={why.steps} />
      </Section>
      <Consoles why={why} />
    </div>
  );
}
