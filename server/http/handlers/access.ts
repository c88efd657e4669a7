import { createAccessDesk, type AccessDeskParts } from '../../domain/base/accessDesk.ts';
import type { ConsolePresence } from '../../ports/consolePresence.ts';
import { listAnswerers } from '../../queries/access.ts';
import type { Handlers } from '../handlers.ts';

type AccessHandlers = Pick<
  Handlers,
  'userOptions' | 'userDisable' | 'userEnable' | 'userSessionsEnd' | 'userPasswordReset'
>;

export interface AccessHandlerParts extends AccessDeskParts {
  readonly consoles: Pick<ConsolePresence, 'isOnline'>;
}

export function accessHandlers(parts: AccessHandlerParts): AccessHandlers {
  const desk = createAccessDesk(parts);
  const isOnline = (userId: number) => parts.consoles.isOnline(userId);
  return {
    userOptions: (input, { principal }) => listAnswerers(parts.store, principal, isOnline, input),
    async userDisable({ id, reason }, { principal }) {
      const { endedSessions } = await desk.disable(principal, id, reason);
      return { ended_sessions: endedSessions };
    },
    async userEnable({ id, reason }, { principal }) {
      await desk.enable(principal, id, reason);
      return {};
    },
    async userSessionsEnd({ id, reason }, { principal }) {
      const { endedSessions } = await desk.endSessions(principal, id, reason);
      return { ended_sessions: endedSessions };
    },
    async userPasswordReset({ id, reason }, { principal }) {
      const { password, endedSessions } = await desk.resetPassword(principal, id, reason);
      return { password, ended_sessions: endedSessions };
    },
  };
}
