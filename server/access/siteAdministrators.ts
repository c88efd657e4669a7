import { mostRecipients } from '../../src/contract/events/notice.ts';
import type { Principal } from './principal.ts';

/** The ids of those who may change the settings of the whole site, as many as one notice may name. */
export const siteAdministrators = (principals: readonly Principal[]): readonly number[] =>
  principals
    .filter(({ permissions, scope }) => permissions.has('config.edit') && scope.kind === 'all')
    .map(({ userId }) => userId)
    .slice(0, mostRecipients);
