import * as z from 'zod';

const id = z.number().int().positive();

/**
 * Events of the streams `contractStart-<contract id>`: a contract that was entered ahead has begun, and its company
 * took over these lifts.
 */
export const contractEvents = {
  'contract.started': z.object({ id, orgId: id, elevatorIds: z.array(id) }),
} as const;
