import type { ExceptionDetail } from '../../../src/contract/entities/exception.ts';
import type { Principal } from '../../access/principal.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import { NotFound } from '../../domain/refusal.ts';
import { listExceptions } from '../../queries/exception.ts';
import { findComment, findException, listComments, seesException } from '../../queries/exceptionDetail.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import type { Domain } from '../../domain/createDomain.ts';

type ExceptionHandlers = Pick<
  Handlers,
  | 'exceptionReportOther'
  | 'exceptionHandle'
  | 'exceptionList'
  | 'exceptionDetail'
  | 'exceptionDelete'
  | 'exceptionComment'
  | 'exceptionComments'
>;

export function exceptionHandlers({
  store,
  domain,
  ids,
}: {
  readonly store: EventStore;
  readonly domain: Domain;
  readonly ids: SealedIds;
}): ExceptionHandlers {
  async function detailOf(by: Principal, id: number): Promise<ExceptionDetail> {
    const detail = await findException(store, by, id, { peopleIn: domain.exceptions.peopleIn });
    if (detail === undefined) throw new NotFound();
    return detail;
  }

  return {
    async exceptionReportOther(input, { principal }) {
      const { exceptionId, joined } = await domain.exceptions.report(principal, input);
      return { id: exceptionId, joined };
    },
    async exceptionHandle(input, { principal }) {
      await domain.exceptions.step(principal, input);
      return detailOf(principal, input.id);
    },
    exceptionList: (input, { principal }) => listExceptions(store, principal, input),
    exceptionDetail: ({ id }, { principal }) => detailOf(principal, id),
    async exceptionDelete({ id, reason }, { principal }) {
      await domain.exceptions.hide(principal, id, reason);
      return {};
    },
    async exceptionComment(input, { principal }) {
      const comment = await findComment(store, await domain.exceptions.comment(principal, input));
      if (comment === undefined) throw new NotFound();
      return { ...comment, id: ids.seal('comment', comment.id) };
    },
    async exceptionComments(input, { principal }) {
      if (!(await seesException(store, principal, input.id))) throw new NotFound();
      return ids.sealPage('comment', await listComments(store, principal, input));
    },
  };
}
