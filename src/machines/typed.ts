/**
 * Names a type to XState's `setup({ types })`, which reads the type and never the value.
 * The single place for this assertion, so that the lint rule against it applies everywhere else.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type; there is nothing to infer it from
export function typed<T>(): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value is never read
  return {} as T;
}
