import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { defaultRoles, type DefaultRoleKey } from '../../server/access/catalogue.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { openHttpHarness, type Answer, type HttpHarness } from '../support/httpHarness.ts';
import type { PushProbe } from '../support/pushProbe.ts';
import { exportInput, listCalls } from '../support/scope/exportCalls.ts';
import { keepRows } from '../support/scope/keptRows.ts';
import {
  callForHelp,
  disturb,
  raiseAlarm,
  reportIncident,
  scopedRoles,
  useTellingIds,
  writeHalf,
  type RecordKind,
  type ScopeHalf,
} from '../support/scope/scopeHalf.ts';
import {
  absentIds,
  inputForms,
  type InputForm,
  type RecordIds,
  type Reference,
} from '../support/scope/scopeReferences.ts';
import { workbookText } from '../support/scope/workbookText.ts';
import { smallCity } from '../support/smallCity.ts';

/**
 * A city in two halves that have nothing in common. Every call of the API is made by a user of each default role, with
 * each record that its input can name: one of the user's own half, one of the other half, and one that does not exist.
 * A new call is tried automatically: `scopeReferences.ts` reads from its schema what its input can name.
 */
const clock = new VirtualClock();
let harness: HttpHarness;
let own: ScopeHalf;
let foreign: ScopeHalf;
let kept: Awaited<ReturnType<typeof keepRows>>;
/** The readings of everyone before the foreign half existed, and with it. */
let readAlone: Readings;
let readBeside: Readings;
const probes: { readonly probe: PushProbe; readonly isWatching: boolean }[] = [];

/** Returns the text without the place at which the changes of the fleet continue: of the server, not of a lift. */
const withoutCursor = (text: string): string => text.replace(/"cursor":"[^"]*"/, '"cursor":""');

/** Eight digits that no other number in an answer begins with. */
const logStartsAt = 44_440_000;
/** Places in the log, plain or as notices are numbered. */
const placesIn = (text: string): readonly string[] => text.match(/(?<![\w.])4444\d{4}(?:\d{3})?(?!\w)/g) ?? [];

type Readings = ReadonlyMap<string, string>;

const calls = Object.entries(endpoints).map(([name, endpoint]): readonly [string, Endpoint] => [name, endpoint]);
const formsOf = new Map(calls.map(([name, endpoint]) => [name, inputForms(name, endpoint)]));
const isRemoving = ({ method, path }: Endpoint) =>
  method === 'DELETE' || path.endsWith('/delete') || path.endsWith('/unbind');
/** True for calls that read: one that looks by one variant corrects by the other. */
const isReading = ({ method, path, variant }: Endpoint) =>
  (method === 'GET' && variant !== 'apply') || path.endsWith('/list');

/** Lists that are the same for everyone who may read them. */
const sameForEveryone: ReadonlySet<string> = new Set([
  // Everyone has their own, and sees no other.
  'listViews',
  // Only a page in a car gets an answer, by its own session.
  'cabinState',
  'userMenuTree',
  'userDetail',
  'sysConfigList',
  // How far back the city can be played says nothing of a lift.
  'replayRange',
  // Roles and permissions belong to no organisation.
  'permissionTree',
  'permissionList',
  'permissionDetail',
  'roleDetail',
  // Only the caller's own, who is a worker or a safety officer.
  'visitMine',
  'presenceLifts',
  // The makers' lists belong to no organisation.
  'checkListChoices',
  'checkListList',
  'checkListDetail',
  // One catalogue for the whole site.
  'faultCauseList',
  // One set of channels and texts for the whole site.
  'channelList',
  'templateList',
  // What any rule can listen to and do.
  'alarmRuleChoices',
  // A test run is its author's alone.
  'alarmRuleTestResult',
  // One way from the devices to the consoles of the whole site.
  'probeStatus',
]);
/** Their answer does not tell whether there was such a record. */
const answersAlike: ReadonlySet<string> = new Set([
  'noticeCallback',
  // The text of a half is in no role and no permission.
  'permissionTree',
  'permissionList',
  'roleList',
  // Nor in a template of notices.
  'templateList',
  // A user has one test run at a time: while the first is on, every other is refused alike.
  'alarmRuleTest',
  // Only a page in a car is asked for receipts.
  'cabinShown',
  // The half's one lift without a plan has no property company, so property users see none.
  'visitUnplanned',
  // The text of a half is in no maker's list.
  'checkListList',
]);
/** Events that are written for the caller's own ones among several records; the others are left alone. */
const skipsForeign: ReadonlySet<string> = new Set(['notice.read', 'device.modelSynced']);
/** Records of one user alone: for them another user of the same half is as foreign as the other half, with every role. */
const ownersOnly: ReadonlySet<RecordKind> = new Set(['view']);
/** Calls whose records another permission shows: for those without it there are none. */
const shownBy: Readonly<Record<string, Permission>> = { quarantineResolve: 'quarantine.view' };
/** The end of the caller's own session. */
const endsOwnSession: ReadonlySet<string> = new Set(['logout']);

const userOf = (half: ScopeHalf, role: DefaultRoleKey): number =>
  role === 'superAdministrator' ? smallCity.users.super : half.users[role];

const idsFor = (half: ScopeHalf, userId: number): RecordIds => ({
  ...half.ids,
  notice: half.noticeIds.get(userId) ?? half.ids.notice,
  view: half.viewIds.get(userId) ?? half.ids.view,
});

const theirIdOf = (kind: RecordKind) =>
  ownersOnly.has(kind) ? idsFor(own, own.users.colleague)[kind] : foreign.ids[kind];

const read = async (endpoint: Endpoint, input: unknown, token: string): Promise<string> =>
  (await harness.call(endpoint, input, token)).text;

/** The cells of a workbook: its bytes have the moment when it was made. */
async function download({ path }: Endpoint, input: unknown, token: string): Promise<string> {
  const url = new URL(path, `http://127.0.0.1:${harness.port}`);
  for (const [key, value] of Object.entries(Object(input))) url.searchParams.set(key, String(value));
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return response.ok ? workbookText(await response.arrayBuffer()) : response.text();
}

/** The answers of every reading call to this user, plain and with each of its flags. */
async function readEverything(userId: number): Promise<Readings> {
  const token = await harness.signedIn(userId);
  const readings = new Map<string, string>();
  for (const [name, endpoint] of calls) {
    if (!isReading(endpoint) || endpoint.permission === 'open') continue;
    for (const { inputWith, flags } of formsOf.get(name) ?? []) {
      const plain = inputWith(idsFor(own, userId));
      for (const flag of [undefined, ...flags]) {
        const input = flag === undefined ? plain : { ...Object(plain), [flag]: true };
        const text =
          endpoint.transport === 'download'
            ? await download(endpoint, input, token)
            : await read(endpoint, input, token);
        readings.set([userId, name, flag ?? ''].join(' '), withoutCursor(text));
      }
    }
  }
  for (const [name, endpoint] of listCalls)
    for (const { inputWith } of formsOf.get(name) ?? []) {
      const input = exportInput(endpoint, inputWith(idsFor(own, userId)));
      readings.set([userId, name, 'export'].join(' '), await read(endpoints.exportList, input, token));
    }
  return readings;
}

async function readByEveryone(): Promise<Readings> {
  const users = [smallCity.users.super, ...scopedRoles.map((role) => own.users[role])];
  // Before anyone reads: the audit log has who signed in.
  for (const user of users) await harness.signedIn(user);
  const all = [];
  for (const user of users) all.push(...(await readEverything(user)));
  return new Map(all);
}

beforeAll(async () => {
  harness = await openHttpHarness({ clock, logStartsAt, http: { limits: { writesPerSecond: 100_000 } } });
  await useTellingIds(harness);
  const place = { lng: 120.1, lat: 30.2 };
  own = await disturb(harness, await writeHalf(harness, { mark: '甲地', firstId: 5_000, place }), clock.nowMs());
  // What the hub keeps of a ring is written when it stops.
  await harness.restart();
  readAlone = await readByEveryone();
  const other = await writeHalf(harness, { mark: '乙地', firstId: 6_000, place });
  foreign = await disturb(harness, other, clock.nowMs());
  readBeside = await readByEveryone();
});
afterAll(async () => {
  for (const { probe } of probes) probe.drop();
  await harness.dispose();
});

interface Case {
  /** The call that names the record: of an export, that of its list. */
  readonly call: string;
  readonly form: InputForm;
  readonly reference: Reference;
  readonly input: (ids: readonly (number | string)[]) => unknown;
}

const casesOf = (name: string, ids: RecordIds): readonly Case[] =>
  (formsOf.get(name) ?? []).flatMap((form) =>
    form.references.map((reference) => ({
      call: name,
      form,
      reference,
      input: (named: readonly (number | string)[]) => form.inputWith(ids, [[reference, named]]),
    })),
  );

/** Every list that may be exported, with every record that its query can name. */
const exportCasesOf = (ids: RecordIds, isAllowed: (endpoint: Endpoint) => boolean): readonly Case[] =>
  listCalls
    .filter(([, list]) => isAllowed(list))
    .flatMap(([name, list]) =>
      casesOf(name, ids).map((one) => ({ ...one, input: (named) => exportInput(list, one.input(named)) })),
    );

/** Returns the types of the events that this user has written after this position. */
async function writtenBy(userId: number, afterPosition: number): Promise<readonly string[]> {
  const events = await harness.store.readAll(afterPosition);
  return events.filter(({ actor }) => actor.kind === 'user' && actor.id === userId).map(({ type }) => type);
}

/** As it would read if the id were another one; without what changes with each answer. */
const withoutId = ({ status, text }: Answer, id: number | string): string =>
  `${status} ${withoutCursor(text).replaceAll(typeof id === 'number' ? new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g') : id, '#')}`;

describe('what exists elsewhere', () => {
  it.each(scopedRoles)('changes no list, count or total of a user of the role %s', (role) => {
    const readings = [...readBeside].filter(([key]) => key.startsWith(`${own.users[role]} `));
    const changed = readings.filter(([key, text]) => readAlone.get(key) !== text);
    const told = (lines: Readings) => changed.map(([key]) => `${key} ${lines.get(key) ?? ''}`).join('\n');
    expect(told(readBeside)).toBe(told(readAlone));
  });

  it.each(calls.filter(([name, endpoint]) => isReading(endpoint) && !sameForEveryone.has(name)))(
    'is in %s for a user without limits: the halves have a record for it',
    (name, endpoint) => {
      if (endpoint.permission === 'open') return;
      // A call that must name a record is tried above with each.
      if (formsOf.get(name)?.every(({ needsRecord }) => needsRecord) === true) return;
      const keys = [...readBeside.keys()].filter((key) => key.startsWith(`${smallCity.users.super} ${name} `));
      const isTold = keys.some((key) => readAlone.get(key) !== readBeside.get(key));
      expect(isTold, 'write a record of it for each half in tests/support/scope/scopeHalf.ts').toBe(true);
    },
  );

  it.each(listCalls.filter(([name]) => !sameForEveryone.has(name)))('is in the export of %s', (name) => {
    if (formsOf.get(name)?.every(({ needsRecord }) => needsRecord) === true) return;
    const key = `${smallCity.users.super} ${name} export`;
    expect(readBeside.get(key)).not.toBe(readAlone.get(key));
  });

  it('is not counted by any id: no user with limits reads a place in the log', () => {
    const ofOwn = scopedRoles.map((role) => `${own.users[role]} `);
    const told = [...readBeside].flatMap(([key, text]) =>
      ofOwn.some((start) => key.startsWith(start)) ? placesIn(text).map((place) => `${key}: ${place}`) : [],
    );
    expect(told).toEqual([]);
    // The account of why a call rang tells them to users without limits.
    expect([...readBeside.values()].flatMap(placesIn)).not.toEqual([]);
  });

  it('is in no file of a list that is read in pages only: the export says so', async () => {
    const { status, text } = await harness.call(
      endpoints.exportList,
      exportInput(endpoints.quarantineList, {}),
      await harness.signedIn(smallCity.users.super),
    );
    expect([status, text]).toEqual([422, expect.stringContaining('这个列表不能导出')]);
  });

  it('reaches no socket of a user with limits', async () => {
    for (const role of scopedRoles) {
      const userId = own.users[role];
      const probe = await harness.connect({ userId, token: await harness.signedIn(userId), last: null });
      probes.push({ probe, isWatching: role !== 'installer' });
      await probe.waitFor(({ welcome }) => welcome !== undefined);
    }
    await raiseAlarm(harness, foreign, clock.nowMs(), 'over_speed');
    await harness.call(endpoints.rescueAck, { id: foreign.ids.order }, await harness.signIn(foreign.users.dispatcher));
    // What comes of the own half comes after what would have come of the other.
    await raiseAlarm(harness, own, clock.nowMs(), 'over_speed');
    await clock.advance(1_000);
    for (const { probe, isWatching } of probes) {
      if (isWatching)
        await probe.waitFor(
          ({ event }) =>
            event?.kind === 'alarm.raised' || (event?.kind === 'stream.changed' && event.stream === 'alarm'),
        );
      const { frames, texts } = probe;
      expect(texts.filter((text) => text.includes(foreign.mark))).toEqual([]);
      expect(texts.flatMap(placesIn)).toEqual([]);
      const lifts = frames.flatMap(({ event }) => {
        if (event?.kind === 'stream.changed') return [event.elevator_id];
        return event !== undefined && 'elevatorId' in event ? [event.elevatorId] : [];
      });
      expect(lifts.filter((id) => id !== own.ids.lift)).toEqual([]);
    }
  });
});

describe.each(defaultRoles)('for a $name', ({ key: role, permissions, isUnscoped }) => {
  const isAllowed = ({ permission }: Endpoint) =>
    permission === 'signedIn' || permissions.some((held) => held === permission);
  const guarded = calls.filter(([, { permission }]) => permission !== 'open');
  // What hides a record comes after what reads it.
  const inOrder = [
    ...guarded.filter(([, call]) => !isRemoving(call)),
    ...guarded.filter(([, call]) => isRemoving(call)),
  ];

  // The role before may have closed the call for help, the alarm or the incident, or hidden it.
  beforeAll(async () => {
    const [order, exception] = [await callForHelp(harness, own), await reportIncident(harness, own)];
    own = { ...own, ids: { ...own.ids, order, exception, alarm: await raiseAlarm(harness, own, clock.nowMs()) } };
    kept = await keepRows(harness);
  });

  it.each(inOrder)('%s', async (name, endpoint) => {
    const userId = userOf(own, role);
    const token = endsOwnSession.has(name) ? await harness.signIn(userId) : await harness.signedIn(userId);
    const ids = idsFor(own, userId);
    const call = (input: unknown) => harness.call(endpoint, input, token);
    const cases = name === 'exportList' ? exportCasesOf(ids, isAllowed) : casesOf(name, ids);

    if (!isAllowed(endpoint)) {
      // Beside a variant that this user may make, what fits neither is meant for that one.
      const isBesideAllowedOne = calls.some(
        ([, other]) => other.path === endpoint.path && other.method === endpoint.method && isAllowed(other),
      );
      const inputs = [
        ...(isBesideAllowedOne ? [] : [{}]),
        ...cases.flatMap(({ reference: { kind }, input }) =>
          [ids, foreign.ids, absentIds].map((half) => input([half[kind]])),
        ),
      ];
      for (const input of inputs) {
        const { status, envelope } = await call(input);
        expect([status, envelope?.code]).toEqual([403, refusalCodes.denied]);
      }
      return;
    }
    if (cases.length === 0 && endpoint.transport !== 'upload') {
      const { status } = await call(formsOf.get(name)?.[0]?.inputWith(ids));
      // 422: nothing to change; 404: what the input names and belongs to one user alone is not there.
      expect([200, 404, 422]).toContain(status);
      await kept.putBack();
      return;
    }
    for (const { call: naming, reference, input } of cases) {
      const what = `${name === naming ? name : `${name} of ${naming}`} with ${reference.path.join('.')}`;
      const { kind } = reference;
      const [mine, theirs, none] = [ids[kind], theirIdOf(kind), absentIds[kind]];
      const start = await harness.store.head();
      expect(endpoint.input.safeParse(input([theirs])).error?.issues ?? [], `${what}: add to samples`).toEqual([]);
      const absentAnswer = await call(input([none]));
      if (!isUnscoped || ownersOnly.has(kind)) {
        const pairs = reference.isList ? [[theirs], [mine, theirs], [theirs, mine]] : [[theirs]];
        for (const named of pairs) {
          const missing = named.map((id) => (id === theirs ? none : id));
          const isSeveral = named.length > 1;
          const foreignAnswer = await call(input(named));
          // The caller's own of them may be written.
          if (isSeveral && !isReading(endpoint)) await kept.putBack();
          const answer = isSeveral ? await call(input(missing)) : absentAnswer;
          if (isSeveral && !isReading(endpoint)) await kept.putBack();
          expect(withoutId(foreignAnswer, theirs), `${what} of the other half`).toBe(withoutId(answer, none));
        }
      }
      const written = await writtenBy(userId, start);
      expect(
        written.filter((type) => !skipsForeign.has(type)),
        `${what} of the other half`,
      ).toEqual([]);
      // What no event tells of.
      if (!isReading(endpoint)) expect(await kept.changedUnlogged(), `${what} of the other half`).toEqual([]);
      const ownAnswer = await call(input([mine]));
      const isShown = permissions.some((held) => held === (shownBy[name] ?? held));
      if (!isShown) {
        expect(withoutId(ownAnswer, mine), `${what} of their own`).toBe(withoutId(absentAnswer, none));
        continue;
      }
      // A refusal in words counts too: it says that there is such a record.
      expect(ownAnswer.status, `${what} of their own: ${ownAnswer.text}`).toBe(200);
      if (!answersAlike.has(naming))
        expect(withoutId(ownAnswer, mine), `${what} of their own`).not.toBe(withoutId(absentAnswer, none));
      if (!isReading(endpoint)) await kept.putBack();
    }
  });
});

it('nothing of all this was a fault of the server', () => {
  expect(harness.faults.map(({ call, error }) => ({ call, error }))).toEqual([]);
});
