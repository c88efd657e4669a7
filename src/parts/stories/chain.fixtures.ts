import { fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import {
  probeSilentAfterMs,
  probeStageLabels,
  type ProbeStage,
  type ProbeStatus,
} from '../../contract/endpoints/probe.ts';
import { keysOf } from '../../contract/exceptions.ts';

type Stages = ProbeStatus['stages'];

/** `agoMs`: by stage; one that is left out was never proven. */
const chain = (agoMs: Partial<Record<ProbeStage, number>>): Stages =>
  keysOf(probeStageLabels).map((stage) => {
    const ago = agoMs[stage];
    return {
      stage,
      label: probeStageLabels[stage],
      proven_at: ago === undefined ? null : fixtureTime(ago),
      is_silent: ago === undefined || ago >= probeSilentAfterMs,
    };
  });

export const provenChain = chain({ broker: 32_000, log: 32_000, push: 31_000, console: 28_000 });
export const silentChain = chain({ broker: 32_000, log: 32_000, push: 420_000, console: 418_000 });
export const unprovenChain = chain({});
