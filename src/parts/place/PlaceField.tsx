import { useController, useFormState, type Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import { emptyScene, type CityScene } from '../../streams/fleet/cityScene.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { LngLat } from '../../ui/map/mapTypes.ts';
import { PlaceMap } from './PlaceMap.tsx';
import './PlaceField.css';

/** A metre is well below the sixth decimal. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;

interface PlaceFieldProps {
  control: Control;
  /** The city, once it has been read. */
  scene$: Observable<CityScene>;
  /** The noun for the thing that stands there: 小区. */
  noun: string;
  isRequired?: boolean;
}

/** Longitude and latitude, typed or pressed on the city's map. */
export function PlaceField({ control, scene$, noun, isRequired = false }: PlaceFieldProps) {
  const scene = useObservable(scene$, emptyScene);
  const { field: lng } = useController({ control, name: 'lng' });
  const { field: lat } = useController({ control, name: 'lat' });
  const { errors } = useFormState({ control, name: ['lng', 'lat'] });
  const place: LngLat | null =
    typeof lng.value === 'number' && typeof lat.value === 'number' && Number.isFinite(lng.value + lat.value)
      ? [lng.value, lat.value]
      : null;
  return (
    <fieldset className="place-field">
      <legend className="ti-visually-hidden">位置</legend>
      <NumberField control={control} name="lng" label="经度" isRequired={isRequired} />
      <NumberField control={control} name="lat" label="纬度" isRequired={isRequired} />
      {scene !== emptyScene && (
        <FieldFrame label="在地图上选取" hint="点击地图即填入经度与纬度">
          {() => (
            <div className="place-field__map" data-invalid={errors['lng'] !== undefined || undefined}>
              <PlaceMap
                scene={scene}
                noun={noun}
                place={place}
                onPlace={([pressedLng, pressedLat]) => {
                  lng.onChange(roundDegrees(pressedLng));
                  lat.onChange(roundDegrees(pressedLat));
                }}
              />
            </div>
          )}
        </FieldFrame>
      )}
    </fieldset>
  );
}
