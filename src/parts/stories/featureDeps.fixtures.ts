import { NEVER, of } from 'rxjs';
import { CallError, type Call, type SaveFile } from '../../contract/call.ts';
import type * as z from 'zod';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { pageFrom, refusalCodes, type FieldErrors } from '../../contract/envelope.ts';
import { roleLabels, roleTypes } from '../../contract/labels.ts';
import { permissions, type Permission } from '../../contract/permissions.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';

/** The answer of a story's server to one call; a throw is that call's failure. */
export interface FixtureAnswer {
  readonly endpoint: Endpoint;
  readonly answer: (input: unknown) => unknown;
}

/**
 * Types an answer by its endpoint: `answer(brandList, (query) => page)`. With `alsoWrong` an input that the contract refuses is refused
 * as by the server, with what else is wrong; without, it is a fault of the story.
 */
export const answer = <Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  respond: (input: z.output<Input>) => z.output<Output> | Promise<z.output<Output>>,
  alsoWrong?: (entered: unknown) => FieldErrors['errors'],
): FixtureAnswer => ({
  endpoint,
  // Parsed as the real server parses it, so that a story cannot ask for what the contract does not have.
  answer: (input) => {
    if (alsoWrong !== undefined) refuseWrong(endpoint, input, alsoWrong);
    return respond(endpoint.input.parse(input));
  },
});

/** Refuses an input that the contract refuses, as the server does, with what else is wrong. */
export function refuseWrong(
  endpoint: Endpoint,
  input: unknown,
  alsoWrong: (entered: unknown) => FieldErrors['errors'] = () => [],
): void {
  const { error } = endpoint.input.safeParse(input);
  if (error === undefined) return;
  const own = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new CallError('refused', '内容不正确', refusalCodes.invalid, [...own, ...alsoWrong(input)]);
}

/** A call of a kind that never answers, and one that always fails. */
/** A list that fits on one page. */
export const onePage = <Row>(list: Row[], pageSize = 20) => ({
  ...pageFrom(list, { page: 1, page_size: Math.max(1, list.length) }),
  page_size: pageSize,
});
export const silent = (endpoint: Endpoint): FixtureAnswer => ({ endpoint, answer: () => new Promise(() => undefined) });
export const failing = (endpoint: Endpoint, error: CallError): FixtureAnswer => ({
  endpoint,
  answer: () => {
    throw error;
  },
});

export interface AskedCall {
  readonly path: string;
  readonly method: string;
  readonly input: unknown;
}

/** The API in memory: inputs and answers go through the contract's own schemas. Stories assert on `asked`. */
export function fixtureCall(answers: readonly FixtureAnswer[]): {
  readonly call: Call;
  readonly asked: readonly AskedCall[];
} {
  const asked: AskedCall[] = [];
  return {
    asked,
    async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
      asked.push({ path: endpoint.path, method: endpoint.method, input });
      const found = answers.find(
        (candidate) =>
          candidate.endpoint.path === endpoint.path &&
          candidate.endpoint.method === endpoint.method &&
          candidate.endpoint.variant === endpoint.variant,
      );
      if (found === undefined)
        throw new CallError('failed', `没有为 ${endpoint.method} ${endpoint.path} 准备回答`, 500);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this endpoint's schema, which the generic cannot express
      return endpoint.output.parse(await found.answer(input)) as OutputOf<E>;
    },
  };
}

export interface FeatureDepsOptions {
  readonly call?: Call;
  readonly saveFile?: SaveFile;
  /** The user's permissions; all by default. */
  readonly permissions?: readonly Permission[];
  /** Administrator by default. */
  readonly roleType?: number;
}

/** Returns the services that app hands to a feature, with nothing live in them. */
export function featureDepsFixture({
  call = () => new Promise(() => undefined),
  saveFile = () => Promise.resolve(),
  permissions: held = permissions,
  roleType = roleTypes.administrator,
}: FeatureDepsOptions = {}): FeatureDeps {
  return {
    call,
    saveFile,
    live: {
      link$: of({ state: 'live', sinceMs: fixtureNowMs }),
      events$: NEVER,
      ringing$: NEVER,
      serverNow$: of(fixtureNowMs),
      snapshotNeeded$: NEVER,
    },
    user: {
      id: 2,
      name: '关立群',
      account: 'admin',
      role_type: roleType,
      role_label: roleLabels[roleType] ?? '',
      mobile: '',
      permissions: [...held],
      must_change_password: false,
    },
    can: (permission) => held.includes(permission),
    notify: { success: () => undefined, error: () => undefined },
    openRescue: () => undefined,
    findLift: () => undefined,
    openRecording: () => undefined,
    ticks$: NEVER,
    tabStorage: { getItem: () => null, setItem: () => undefined },
    sound: { permission$: NEVER, start: () => undefined, stop: () => undefined, arm: () => undefined },
  };
}
