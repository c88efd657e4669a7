import { useController, type Control } from 'react-hook-form';
import { LookupField } from '../../ui/form/LookupField.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { SelectOption } from '../../ui/Select/OptionList.tsx';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import { noOffer, type LiftOffer, type LiftOffers, type OfferedField } from './liftOffers.ts';

/** Returns the option that the row has already, for a field that holds an id. */
function optionIn(row: object | null, idField: string, nameField: string): SelectOption<number> | null {
  const members = new Map<string, unknown>(Object.entries(row ?? {}));
  const [value, label] = [members.get(idField), members.get(nameField)];
  return typeof value === 'number' && typeof label === 'string' && label !== '' ? { value, label } : null;
}

interface OwnerFieldProps {
  readonly control: Control;
  /** The lift that is edited; without an id for a new one. */
  readonly row: object | null;
  readonly search: SearchOptions<number>;
  readonly offers: LiftOffers;
}

/** The community of a lift. Of a new lift it fills in who looks after its neighbours. */
export function CommunityField({
  control,
  row,
  search,
  offers,
  read,
}: OwnerFieldProps & { readonly read: (communityId: number) => Promise<LiftOffer> }) {
  const { field: property } = useController({ control, name: 'property_id' });
  const { field: maintenance } = useController({ control, name: 'maintenance_id' });
  const isNew = row === null || !('id' in row);
  const fill = async (communityId: number): Promise<void> => {
    for (const [field, value] of await offers.take(() => read(communityId)))
      (field === 'property_id' ? property : maintenance).onChange(value);
  };
  return (
    <LookupField
      control={control}
      name="community_id"
      label="小区"
      isRequired
      search={search}
      initial={optionIn(row, 'community_id', 'community_name')}
      onChosen={(option) => {
        if (isNew && option !== null) void fill(option.value);
      }}
    />
  );
}

/** The property or maintenance company of a lift. */
export function CompanyField({
  control,
  row,
  search,
  offers,
  name,
  nameField,
  label,
  hint,
}: OwnerFieldProps & {
  readonly name: OfferedField;
  readonly nameField: string;
  readonly label: string;
  readonly hint?: string;
}) {
  const offer = useObservable(offers.offer$, noOffer)[name];
  const { field } = useController({ control, name });
  const isOffered = offer !== null && field.value === offer.value;
  const shownHint = isOffered ? '已按所选小区带入，请核对' : hint;
  return (
    <LookupField
      control={control}
      name={name}
      label={label}
      search={search}
      initial={isOffered ? offer : optionIn(row, name, nameField)}
      onChosen={() => offers.choose(name)}
      {...(shownHint === undefined ? {} : { hint: shownHint })}
    />
  );
}
