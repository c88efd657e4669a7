import type { Permission } from '../permissions.ts';

/** The name of a lifecycle's event, and the actors that may cause it. */
export interface Step {
  /** Chinese, as its button says it; completes `不能…` and `请先受理再…` in a refusal. */
  readonly label: string;
  /** The permission that a person needs to append it through a call; 'server' where no call of a client does. */
  readonly by: Permission | 'server';
}

/** A step for each event type of a lifecycle: the one place that says who may do what. */
export type StepsOf<Schemas> = { readonly [Type in keyof Schemas]: Step };
