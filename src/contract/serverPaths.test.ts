import { expect, test } from 'vitest';
import { screenCatalogue } from './screens.ts';
import { isServerPath } from './serverPaths.ts';

test.each(['/q', '/q/', '/q/AbCdEfGh12345678', '/q?from=car', '/api/user', '/api-open/x', '/files/a.png', '/ws'])(
  'the server answers %s itself',
  (path) => expect(isServerPath(path)).toBe(true),
);

test.each(['/', '/quick', '/ins-login', '/apiary', '/base-data/q', ...screenCatalogue.map(({ path }) => path)])(
  'the front end draws %s',
  (path) => expect(isServerPath(path)).toBe(false),
);
