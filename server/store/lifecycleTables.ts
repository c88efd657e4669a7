import type { StreamPrefix } from '../../src/machines/lifecycle.ts';

/**
 * Every lifecycle has these two tables of its own, so that it can be rebuilt without the others: the machine beside
 * each stream, and what falls due.
 */
export const machineTable = (prefix: StreamPrefix): `${StreamPrefix}_machines` => `${prefix}_machines`;
export const deadlineTable = (prefix: StreamPrefix): `${StreamPrefix}_deadlines` => `${prefix}_deadlines`;
