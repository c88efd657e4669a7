import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/clientAddress.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { HttpFailure } from '../failure.ts';
import { isMultipart } from '../readInput.ts';
import type { UploadGate } from '../uploadGate.ts';
import type { CodePages, PageAnswer } from './codePages.ts';
import { codePageHeaders } from './pageFrame.ts';
import { emptyForm, readForm } from './readForm.ts';

interface CodePageRoutes {
  readonly pages: CodePages;
  readonly addressOf: (request: FastifyRequest) => string;
  /** Of people without an account. */
  readonly gate: UploadGate;
}

interface Rest {
  Params: { '*'?: string };
}

const formBytes = 16_384;
const formNames: ReadonlySet<string> = new Set(['call', 'review', 'also', 'follow']);

/**
 * Everything below `/q`, in its own part of the server, which alone takes forms. Whatever stands there gets a page with the hotline, with
 * status 200: some browsers and networks replace the text of an error by one of their own.
 */
export const codePageRoutes =
  ({ pages, addressOf, gate }: CodePageRoutes) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, body),
    );

    // What cannot be read as a form still gets the page, and a call for help needs no form at all.
    app.setErrorHandler(async (_error, request: FastifyRequest, reply) => {
      const [code = '', what = ''] = partsOf(request);
      void reply.code(200).header('connection', 'close');
      return send(
        request,
        reply,
        request.method === 'POST' && what === 'call'
          ? await pages.call({ code })
          : await pages.lift({ code, address: addressOf(request) }),
      );
    });

    for (const url of ['/q', '/q/*'])
      app.route<Rest>({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const address = addressOf(request);
          const [code = '', what = '', token = ''] = partsOf(request);
          if (what === 'call' && token !== '')
            return send(
              request,
              reply,
              await pages.callStatus({ code, token, callBack: searchOf(request.url).get('callback') ?? '' }),
            );
          if (what === 'follow' && token !== '')
            return send(request, reply, await pages.follow({ code, address, token }));
          // A browser that opens a form's address again gets the page that the form is on.
          const isForm = formNames.has(what) && token === '';
          return send(request, reply, await pages.lift({ code: isForm ? code : wholeOf(request), address }));
        },
      });

    app.route<Rest>({
      method: 'POST',
      url: '/q/*',
      bodyLimit: formBytes,
      onRequest: async (request, reply) => {
        if (!isMultipart(request) || partsOf(request)[1] !== 'review') return;
        const leave = gate.enter(networkOf(addressOf(request)));
        if (reply.raw.destroyed) leave();
        else reply.raw.once('close', leave);
      },
      handler: async (request, reply) => {
        const address = addressOf(request);
        const [code = '', what = ''] = partsOf(request);
        switch (what) {
          case 'call':
            return send(request, reply, await pages.call({ code, callBack: callBackOf(request.body) }));
          case 'review':
            return send(request, reply, await pages.review({ code, address, form: await readForm(request) }));
          case 'also': {
            const { fields } = isMultipart(request) ? emptyForm : await readForm(request);
            const field = (name: string) => fields.get(name)?.at(-1) ?? '';
            return send(
              request,
              reply,
              await pages.alsoAffected({ code, address, problem: field('problem'), back: field('back') }),
            );
          }
          default:
            throw new HttpFailure(404, '页面或文件不存在', refusalCodes.notFound);
        }
      },
    });
  };

const searchOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

/** The number in the form that calls for help; empty without one, whatever was sent. */
const callBackOf = (body: unknown): string =>
  typeof body === 'string' ? (new URLSearchParams(body).get('callback') ?? '') : '';

/** The part of the address below `/q/`. */
const wholeOf = (request: FastifyRequest): string => {
  const { params } = request;
  return typeof params === 'object' && params !== null && '*' in params && typeof params['*'] === 'string'
    ? params['*']
    : '';
};
const partsOf = (request: FastifyRequest): readonly string[] => wholeOf(request).split('/');

const send = (request: FastifyRequest, reply: FastifyReply, answer: PageAnswer): FastifyReply =>
  answer.kind === 'goOn'
    ? reply.code(303).headers({ location: answer.to, 'cache-control': 'no-store' }).send()
    : reply.headers(codePageHeaders(answer)).send(request.method === 'HEAD' ? undefined : answer.text);
