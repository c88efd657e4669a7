/**
 * Keeps the shell of `/work`, so that the page opens in a shaft without a network. It keeps files of the build alone: what people wrote and
 * what the server said lies in the page's own store. The build writes the list of files in front of it.
 */
interface WaitableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface RequestEvent extends WaitableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly workShell: { readonly version: string; readonly files: readonly string[] };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: WaitableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the scope of a service worker, which the DOM's types do not know
const scope = globalThis as unknown as WorkerScope;
const { version, files } = scope.workShell;
const prefix = 'work-shell-';
const cacheName = prefix + version;

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Past the browser's own cache: the page itself has the same address in every version.
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })));
}

async function removeOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
  );
  await scope.clients.claim();
}

/** From the shell, else from the network: a file that a browser has thrown away is fetched again. */
async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(path)) ?? fetch(request);
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(removeOlder()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'GET' && origin === globalThis.location.origin && files.includes(pathname))
    event.respondWith(answer(request, pathname));
});
