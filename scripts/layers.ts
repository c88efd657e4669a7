import { isForTests, type Import, type Source } from './importGraph.ts';

/** A folder, the folders that it may import besides itself, and why it may import no others. */
type Layer = readonly [folder: string, may: string, why: string];

const shared = 'src/contract src/machines';
const ground = `${shared} server/runtime server/store`;
const decided = `${ground} server/access server/domain server/ports`;

/** `src/features/*`: each folder in it is a layer of its own. */
// prettier-ignore
const layers: readonly Layer[] = [
  ['src/contract', '', 'everything imports the contract, so it imports nothing of ours'],
  ['src/csv', '', 'it knows text and cells alone'],
  ['src/machines', 'src/contract', 'machines decide and do no I/O: app provides streams and effects'],
  ['src/streams', 'src/contract', 'streams are factories over the contract: sources and time are parameters'],
  ['src/ui', 'src/csv', 'ui draws and knows no lift: pass what it needs as props'],
  ['src/parts', `${shared} src/csv src/streams src/ui`, 'screens are made of parts, not the other way round'],
  ['src/features/*', `${shared} src/csv src/streams src/ui src/parts`, 'app hands live things to a feature, and what two features share belongs in parts, ui, streams or contract'],
  ['src/app', `${shared} src/csv src/streams src/ui src/parts src/features`, 'both sides share only the contract and the machines'],
  ['server/runtime', 'src/contract', 'runtime is time, turns and files, so that everything may use it'],
  ['server/spreadsheet', 'server/runtime', 'it reads and writes workbooks and knows no lift'],
  ['server/store', `${shared} server/runtime`, 'the store keeps events and rows and does not know what they mean'],
  ['server/projections', ground, 'an event alone makes its rows: with anything else a rebuild would give other rows'],
  ['server/access', ground, 'access says who somebody is and what they may see; domain decides what they then do'],
  ['server/ports', 'src/contract', 'a port says what one part of the server wants of another, which may be another process'],
  ['server/domain', `${ground} server/access server/ports`, 'domain decides by the log and base data; what follows from it imports domain'],
  ['server/telemetry', decided, 'telemetry holds what devices report; what shows or moves it imports telemetry'],
  ['server/gateway', `${decided} server/telemetry`, 'the gateway brings reports in and commands out; domain decides what follows'],
  ['server/probe', decided, 'the probe goes the way of a call and gets its stages as parameters'],
  ['server/notify', `${decided} server/probe server/gateway`, 'notify sends what rules and domain have decided'],
  ['server/rules', `${decided} server/notify`, 'rules act by what the log says now, not by lists, which may be a moment behind'],
  ['server/imports', `${decided} server/spreadsheet`, 'an import writes through the desks of domain'],
  ['server/push', decided, 'pushes follow the log and know neither lists nor devices nor calls'],
  ['server/queries', `${decided} server/notify server/imports server/telemetry`, 'queries answer what is asked of them and start nothing'],
  ['server/http', `${decided} src/csv server/notify server/imports server/spreadsheet server/probe server/telemetry server/queries`, 'a handler parses, asks domain or a query, and answers: it reaches no device and no socket'],
  ['server/simulator', 'src/contract server/runtime server/gateway', 'the simulator knows what a real device knows: MQTT and its own secret'],
  ['server/seed', `${decided} server/telemetry server/gateway server/queries server/simulator`, 'seeds write through domain and store, without a server'],
  ['server/supervise', 'server/runtime', 'it watches the process that serves, and outlives it'],
  ['server/start', `${shared} server`, 'the start puts the layers together, and none of them imports it'],
  ['server', `${shared} server`, 'the server imports of the browser only what both sides share'],
];

/** The rooms of a folder in the order in which they may import: each those before it. Files beside the rooms are free. */
const rooms: readonly (readonly [folder: string, order: string])[] = [
  ['server/domain', 'rows city records devices base rules'],
  ['src/streams', 'loading link fleet calls lists recording'],
];

/** Packages (`node:` for all of Node's), and the folders that alone may import them. */
// prettier-ignore
const packages: readonly Layer[] = [
  ['primereact echarts @deck.gl/', 'src/ui', 'only ui imports the drawing libraries, so that a later change touches one folder'],
  ['react react-dom', 'src/machines/stories src/ui src/parts src/features src/app', 'contract, machines and streams know no view'],
  ['node:', 'server', 'what a browser runs has no Node'],
  ['rxjs', 'src/streams src/ui src/parts src/features src/app server', 'contract and machines wait for nothing'],
  ['kysely', 'server/store server/projections server/access server/domain server/queries server/notify server/imports server/seed', 'call a function of theirs that builds the query'],
];

const within = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);
const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/** The layer of a file: the longest of the folders that hold it, with `*` filled in. Undefined for a file of none. */
function layerOf(path: string): { readonly folder: string; readonly layer: Layer } | undefined {
  return layers
    .flatMap((layer) => {
      const [folder] = layer;
      if (!folder.endsWith('/*')) return within(path, folder) ? [{ folder, layer }] : [];
      const depth = folder.split('/').length;
      const own = path.split('/').slice(0, depth).join('/');
      return within(path, folder.slice(0, -2)) && path !== own ? [{ folder: own, layer }] : [];
    })
    .toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

/** Tests of the server may reach for all of it, and a story draws a machine with what ui and parts have. */
const isFree = (path: string): boolean => isForTests(path) && (within(path, 'server') || within(path, 'src/machines'));

function breakOfLayer(path: string, { to }: Import): string | undefined {
  const from = layerOf(path);
  if (from === undefined) return undefined;
  const [, may, why] = from.layer;
  if (within(to, from.folder) || words(may).some((folder) => within(to, folder))) return undefined;
  if (isFree(path) && within(to, path.startsWith('server/') ? 'server' : 'src')) return undefined;
  if (to.startsWith('tests/') && isForTests(path)) return undefined;
  return `${from.folder} may import ${may === '' ? 'only itself' : words(may).join(', ')}: ${why}`;
}

function breakOfRoom(path: string, { to }: Import): string | undefined {
  for (const [folder, order] of rooms) {
    if (isForTests(path) || !within(path, folder) || !within(to, folder)) continue;
    const [from, target] = [path, to].map((one) =>
      words(order).indexOf(one.slice(folder.length + 1).split('/')[0] ?? ''),
    );
    if (from === undefined || target === undefined || from === -1 || target === -1 || target <= from) continue;
    return `the rooms of ${folder} import in this order: ${words(order).join(', ')}. Move what both need to the earlier room`;
  }
  return undefined;
}

function breakOfPackage(path: string, { to }: Import): string | undefined {
  if (isForTests(path) || !/^(src|server)\//.test(path)) return undefined;
  for (const [names, may, why] of packages) {
    const isMeant = words(names).some((name) =>
      /[:/]$/.test(name) ? to.startsWith(name) : to === name || within(to, name),
    );
    if (isMeant && !words(may).some((folder) => within(path, folder))) return `${to} belongs to ${may}: ${why}`;
  }
  return undefined;
}

/** Imports that the tables forbid: `file:line imports target`, the rule, and what to do instead. */
export const findLayerBreaks = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap((one) => {
      const rule = one.isOurs ? (breakOfLayer(path, one) ?? breakOfRoom(path, one)) : breakOfPackage(path, one);
      return rule === undefined ? [] : [`${path}:${one.line} imports ${one.to}, but ${rule}.`];
    }),
  );

/** Folders of src and server that have no row in the table. */
export const foldersWithoutLayer = (sources: readonly Source[]): readonly string[] => [
  ...new Set(
    sources
      .filter(({ path }) => /^(src|server)\/[^/]+\//.test(path))
      .map(({ path }) => path.split('/').slice(0, 2).join('/'))
      .filter((folder) => !layers.some(([one]) => one === folder || one === `${folder}/*`)),
  ),
];
