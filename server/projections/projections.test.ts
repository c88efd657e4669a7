import { projectionSuite } from '../../tests/support/projectionSuite.ts';

projectionSuite('the projections on SQLite', () => Promise.resolve(undefined));
