import type { TemplateVariable } from '../../../src/contract/notificationWords.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Outbound } from '../outbound.ts';

/** The parts of an adapter beside its channel's settings. */
export interface AdapterParts {
  readonly clock: Clock;
  readonly outbound: Outbound;
  /** The variables of the template that the provider knows under this number. */
  readonly variablesOf: (templateCode: string) => readonly TemplateVariable[];
  /** Tells this site's messages from those of another one at the same provider: 8 hexadecimal digits. */
  readonly site: string;
}

/** The provider sends approved templates only. */
export const noTemplate = {
  kind: 'refused',
  code: 'noTemplate',
  reason: '还没有填写服务方审核通过的模板编号，请到通知模板中填写',
  isPassing: false,
} as const;
