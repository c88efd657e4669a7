const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const firstOf = (list: typeof browsers, agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** A browser as a person names it, from its user agent: `Chrome（Windows）`. */
export function browserName(agent: string): string {
  const [browser, system] = [firstOf(browsers, agent), firstOf(systems, agent)];
  if (browser === undefined) return agent === '' ? '未知浏览器' : agent.slice(0, 40);
  return system === undefined ? browser : `${browser}（${system}）`;
}
