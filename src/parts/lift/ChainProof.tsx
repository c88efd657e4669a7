import { probeStageAdvice, shedReportsAdvice, type ProbeStatus } from '../../contract/endpoints/probe.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import './ChainProof.css';

interface ChainProofProps {
  chain: LoadState<ProbeStatus>;
  /** Epoch ms. */
  nowMs: number;
  /** Something reports of this lift: a lift without a device has no state that could lag. */
  hasReports: boolean;
}

type Stage = ProbeStatus['stages'][number];

const ageOf = ({ proven_at: at }: Stage, nowMs: number): string =>
  at === null ? '从未证实' : `${describeDuration(nowMs - Date.parse(at))}前`;

/** The stages of the way from any lift to a person, by the synthetic call; a silent one is open and says what to do. */
export function ChainProof({ chain, nowMs, hasReports }: ChainProofProps) {
  if (chain.kind === 'loading') return '正在读取…';
  if (chain.kind === 'failed') return chain.message;
  const { enabled, stages, reports, call_problem: callProblem } = chain.value;
  return (
    <>
      {enabled && callProblem !== undefined && <p className="chain-call-problem">{callProblem}。</p>}
      {enabled ? <Stages stages={stages} nowMs={nowMs} /> : '链路自检已关闭'}
      {hasReports && reports !== undefined && reports.skipped_last_minute > 0 && <SkippedReports reports={reports} />}
    </>
  );
}

/** Concerns every lift that reports: the state on screen may be some seconds old. */
function SkippedReports({ reports }: { reports: NonNullable<ProbeStatus['reports']> }) {
  const { skipped_last_minute: skipped, since } = reports;
  return (
    <details className="chain-proof">
      <summary title={since === null ? undefined : `自 ${toDisplayTime(since)} 起`}>
        <StatusTag
          tone="medium"
          label={`全平台上报过多，近 1 分钟跳过 ${skipped.toLocaleString('zh-CN')} 条中间状态`}
        />
      </summary>
      <p>{shedReportsAdvice}。</p>
    </details>
  );
}

function Stages({ stages, nowMs }: { stages: readonly Stage[]; nowMs: number }) {
  const silent = stages.filter((stage) => stage.is_silent);
  // What lies behind a silent stage has nothing to prove.
  const [fault] = silent;
  return (
    <details className="chain-proof" open={fault !== undefined}>
      <summary>
        {fault === undefined ? (
          `${stages.length} 个环节均已证实`
        ) : (
          <StatusTag tone="high" label={`${fault.label}未证实，求救可能无人听到`} />
        )}
      </summary>
      <ol>
        {stages.map((stage) => (
          <li key={stage.stage}>
            <span>{stage.label}</span>
            <span title={stage.proven_at === null ? undefined : toDisplayTime(stage.proven_at)}>
              {stage.is_silent ? (
                <StatusTag tone={stage === fault ? 'high' : 'neutral'} label={ageOf(stage, nowMs)} />
              ) : (
                ageOf(stage, nowMs)
              )}
            </span>
            {stage === fault && <p>{probeStageAdvice[stage.stage]}。</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
