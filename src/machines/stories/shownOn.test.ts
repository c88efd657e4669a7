import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machineCatalogue } from './catalogue.ts';
import { screenLinks } from './shownOn.ts';

const source = new URL('../../', import.meta.url).pathname;
const storyFiles = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.stories.tsx'))
  .map((path) => {
    const text = readFileSync(`${source}${path}`, 'utf8');
    return {
      path,
      title: /title: '((?:ui|parts|features|app|machines)\/[^']+)'/.exec(text)?.[1] ?? '',
      stories: [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
    };
  });
const storiesByTitle = new Map(storyFiles.map(({ title, stories }) => [title, stories]));

test.each(screenLinks)('$machine in $key links to a story that exists', ({ machine, key, screen }) => {
  expect(machineCatalogue.find(({ name }) => name === machine)?.states.map((state) => state.key)).toContain(key);
  expect(storiesByTitle.get(screen.title), `no stories titled ${screen.title}`).toContain(screen.story);
});

test('every story has a title of the single scheme: layer/Part or layer/Part/aspect', () => {
  const scheme = /^(ui|features|app|parts)\/[A-Z]\w*(\/[^/]+)?$|^machines\/[a-z]\w*$/;
  expect(storyFiles.filter(({ title }) => !scheme.test(title)).map(({ path, title }) => ({ path, title }))).toEqual([]);
});
