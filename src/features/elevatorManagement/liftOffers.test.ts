import { firstValueFrom, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { communityDetail } from '../../contract/endpoints/community.ts';
import { elevatorRegister } from '../../contract/endpoints/liftRegister.ts';
import { answer, failing, fixtureCall, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { CallError } from '../../contract/call.ts';
import { LiftOffers, noOffer, offerOf, type LiftOffer } from './liftOffers.ts';
import { liftAt } from './lifts.fixtures.ts';

const community = {
  id: 11,
  version: 1,
  name: '翠湖花园',
  address: '',
  area_id: 1,
  site_type: null,
  lng: 119.2,
  lat: 30.1,
  group_ids: [],
  remark: '',
  full_area: '云川市东湖区',
  group_names: [],
  member_num: 0,
  elevator_num: 8,
};
const named = answer(communityDetail, () => ({ ...community, property_id: 302, property_name: '和悦物业' }));
const unnamed = answer(communityDetail, () => ({ ...community, property_id: null, property_name: '' }));
const lifts = answer(elevatorRegister, () => onePage([liftAt(0)]));
const noLifts = answer(elevatorRegister, () => onePage([]));
const offered = (answers: Parameters<typeof fixtureCall>[0], can = true) =>
  offerOf({ call: fixtureCall(answers).call, can: () => can }, 11);

const neighbour = liftAt(0);
const maintenance = { value: neighbour.maintenance_id, label: neighbour.maintenance_name };

describe('a new lift is offered the companies of its community', () => {
  it('the property company that the community names, and the maintenance company of its newest lift', async () => {
    expect(await offered([named, lifts])).toEqual({
      property_id: { value: 302, label: '和悦物业' },
      maintenance_id: maintenance,
    });
  });

  it('where the community names none, or may not be read, that of its newest lift', async () => {
    const ofNeighbour = { property_id: { value: 301, label: '安和物业服务有限公司' }, maintenance_id: maintenance };
    expect(await offered([unnamed, lifts])).toEqual(ofNeighbour);
    expect(await offered([lifts], false)).toEqual(ofNeighbour);
  });

  it('none where nothing says so, or nothing can be read', async () => {
    expect(await offered([unnamed, noLifts])).toEqual(noOffer);
    const lost = new CallError('offline', '网络连接已断开，请检查网络', 0);
    expect(await offered([failing(communityDetail, lost), failing(elevatorRegister, lost)])).toEqual(noOffer);
  });
});

const offer = (property: number): LiftOffer => ({
  ...noOffer,
  property_id: { value: property, label: `物业 ${property}` },
});

describe('an offer in an open form', () => {
  it('fills what the editor has not chosen, and follows another community', async () => {
    const offers = new LiftOffers();
    expect(await offers.take(async () => offer(1))).toEqual([
      ['property_id', 1],
      ['maintenance_id', null],
    ]);
    offers.choose('maintenance_id');
    expect(await offers.take(async () => offer(2))).toEqual([['property_id', 2]]);
    expect(offers.offer$.value.property_id?.value).toBe(2);
  });

  it('of a community that is no longer the chosen one is dropped', async () => {
    const offers = new LiftOffers();
    const late$ = new Subject<LiftOffer>();
    const late = offers.take(() => firstValueFrom(late$));
    await offers.take(async () => offer(2));
    late$.next(offer(1));
    expect(await late).toEqual([]);
    expect(offers.offer$.value.property_id?.value).toBe(2);
  });
});
