import * as z from 'zod';
import { responsibleSchema } from '../../src/contract/events/responsible.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';
import { findPlaceOfRecord } from '../domain/city/recordScope.ts';
import { recordPushes, type PushesOf } from './pushesOf.ts';

const sentSchema = z.object({ responsible: responsibleSchema });

/** Of notices: everyone who looks after the community hears that one moved on. */
export const announcementPushes: PushesOf = recordPushes({
  begun: ({ data }) => ({ elevatorId: null, responsibility: sentSchema.parse(data).responsible }),
  async find(store, id, table) {
    if (table === null) return undefined;
    const row = await findPlaceOfRecord(store, table, id);
    return row === undefined ? undefined : { elevatorId: null, responsibility: responsibilityOf(row) };
  },
});
