import {
  helpProofLabels,
  liftUnprovenAfterMs,
  signalProofLabels,
  type ElevatorProven,
  type ProbeStatus,
} from '../../contract/endpoints/probe.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import { ChainProof } from './ChainProof.tsx';

interface LastProvenProps {
  proven: LoadState<ElevatorProven>;
  /** The proofs of the platform, for all lifts. */
  chain: LoadState<ProbeStatus>;
  /** Epoch ms. */
  nowMs: number;
}

function Proof({ at, by, nowMs }: { at: string | undefined; by: string; nowMs: number }) {
  if (at === undefined) return <StatusTag tone="medium" label="从未证实" />;
  const ageMs = Math.max(0, nowMs - Date.parse(at));
  const text = `${describeDuration(ageMs)}前 · ${by}`;
  return (
    <span title={toDisplayTime(at)}>
      {ageMs >= liftUnprovenAfterMs ? <StatusTag tone="medium" label={`${text}，已超过 72 小时`} /> : text}
    </span>
  );
}

/**
 * Shows when a lift's way to us was last proven, and by what. A collector's reports prove nothing about the emergency call, so each has its
 * own line, and so has the platform's part of the way.
 */
export function LastProven({ proven, chain, nowMs }: LastProvenProps) {
  const instead = proven.kind === 'loading' ? '正在读取…' : proven.kind === 'failed' ? proven.message : null;
  const { help, signal } = proven.kind === 'ready' ? proven.value : { help: null, signal: null };
  return (
    <DescriptionList
      items={[
        {
          label: '求救通道',
          value: instead ?? <Proof at={help?.at} by={help === null ? '' : helpProofLabels[help.by]} nowMs={nowMs} />,
        },
        {
          label: '采集器在线',
          value: instead ?? (
            <Proof at={signal?.at} by={signal === null ? '' : signalProofLabels[signal.by]} nowMs={nowMs} />
          ),
        },
        { label: '平台链路', value: <ChainProof chain={chain} nowMs={nowMs} hasReports={signal !== null} /> },
      ]}
    />
  );
}
