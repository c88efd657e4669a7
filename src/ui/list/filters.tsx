import { DateTimeRange } from '../form/DateTimeRange.tsx';
import { SearchBox } from '../SearchBox/SearchBox.tsx';
import { LookupInput } from '../Select/LookupInput.tsx';
import type { SearchOptions } from '../Select/useLookup.ts';
import { MultiSelect } from '../Select/MultiSelect.tsx';
import { Select } from '../Select/Select.tsx';
import { toMs, toWireTime } from '../time/formatTime.ts';
import type { Filter } from './listTypes.ts';

type Part<Key extends string, Value> = { readonly [K in Key]?: Value };

/** `key` in computed form types as an index signature; a filter's part is exactly its own key. */
function part<Key extends string, Value>(key: Key, value: Value): Part<Key, Value>;
function part(key: string, value: unknown): Record<string, unknown> {
  return { [key]: value };
}

const none = {};

/** Text to search by. */
export function textFilter<Key extends string>(
  key: Key,
  label: string,
  options: { placeholder?: string; width?: number } = {},
): Filter<Part<Key, string>> {
  const { placeholder, width = 240 } = options;
  return {
    label,
    keys: [key],
    width,
    toQuery: (params) => {
      const text = params.get(key)?.trim() ?? '';
      return text === '' ? none : part(key, text);
    },
    Control: ({ params, setParams }) => (
      <SearchBox
        label={label}
        value={params.get(key) ?? ''}
        onSearch={(text) => setParams({ [key]: text })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    ),
  };
}

/** A value that a filter can offer. The address contains its text. */
export interface FilterOption<Value extends string | number | boolean> {
  readonly value: Value;
  readonly label: string;
}

/** One of several values. */
export function selectFilter<Key extends string, const Value extends string | number | boolean>(
  key: Key,
  label: string,
  options: readonly FilterOption<Value>[],
  { width = 160 }: { width?: number } = {},
): Filter<Part<Key, Value>> {
  return {
    label,
    keys: [key],
    width,
    toQuery: (params) => {
      const chosen = options.find((option) => String(option.value) === params.get(key));
      return chosen === undefined ? none : part(key, chosen.value);
    },
    Control: ({ params, setParams }) => (
      <Select
        label={label}
        placeholder={label}
        isClearable
        value={options.some((option) => String(option.value) === params.get(key)) ? params.get(key) : null}
        options={options.map((option) => ({ value: String(option.value), label: option.label }))}
        onChange={(value) => setParams({ [key]: value })}
      />
    ),
  };
}

/**
 * One of too many to list, by its id. The address holds its name too (`brand_id=201&brand_id_name=云梯`), so that a link shows
 * the name without another call.
 */
export function lookupFilter<Key extends string>(
  key: Key,
  label: string,
  search: SearchOptions<number>,
  { width = 180 }: { width?: number } = {},
): Filter<Part<Key, number>> {
  const nameKey = `${key}_name`;
  const idIn = (params: URLSearchParams): number | null => {
    const id = Number(params.get(key) ?? '');
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  };
  return {
    label,
    keys: [key, nameKey],
    width,
    toQuery: (params) => {
      const id = idIn(params);
      return id === null ? none : part(key, id);
    },
    Control: ({ params, setParams }) => {
      const id = idIn(params);
      return (
        <LookupInput
          label={label}
          placeholder={label}
          search={search}
          value={id === null ? null : { value: id, label: params.get(nameKey) ?? `编号 ${id}` }}
          onChange={(chosen) =>
            setParams({ [key]: chosen === null ? null : String(chosen.value), [nameKey]: chosen?.label ?? null })
          }
        />
      );
    },
  };
}

/** Any of several values; in the address they are joined by commas. */
export function multiSelectFilter<Key extends string, const Value extends string | number>(
  key: Key,
  label: string,
  options: readonly FilterOption<Value>[],
  { width = 200 }: { width?: number } = {},
): Filter<Part<Key, Value[]>> {
  const chosenIn = (params: URLSearchParams): Value[] => {
    const texts = (params.get(key) ?? '').split(',');
    return options.filter((option) => texts.includes(String(option.value))).map((option) => option.value);
  };
  return {
    label,
    keys: [key],
    width,
    toQuery: (params) => {
      const chosen = chosenIn(params);
      return chosen.length === 0 ? none : part(key, chosen);
    },
    Control: ({ params, setParams }) => (
      <MultiSelect
        label={label}
        placeholder={label}
        value={chosenIn(params)}
        options={options}
        onChange={(chosen) => setParams({ [key]: chosen.join(',') })}
      />
    ),
  };
}

/** From and to, both inclusive; on the wire and in the address ISO 8601 with offset. */
export function dateRangeFilter<From extends string, To extends string>(
  keys: { from: From; to: To },
  label: string,
  {
    hasTime = false,
    width = 248,
    readNowMs = Date.now,
  }: { hasTime?: boolean; width?: number; readNowMs?: () => number } = {},
): Filter<Part<From | To, string>> {
  const { from, to } = keys;
  const read = (params: URLSearchParams): { fromMs: number | null; toMs: number | null } => ({
    fromMs: toMs(params.get(from)),
    toMs: toMs(params.get(to)),
  });
  return {
    label,
    keys: [from, to],
    width,
    toQuery: (params) => {
      const range = read(params);
      return {
        ...(range.fromMs === null ? none : part<From | To, string>(from, toWireTime(range.fromMs))),
        ...(range.toMs === null ? none : part<From | To, string>(to, toWireTime(range.toMs))),
      };
    },
    Control: ({ params, setParams }) => (
      <DateTimeRange
        label={label}
        placeholder={label}
        hasTime={hasTime}
        readNowMs={readNowMs}
        value={read(params)}
        onChange={(range) =>
          setParams({
            [from]: range.fromMs === null ? null : toWireTime(range.fromMs),
            [to]: range.toMs === null ? null : toWireTime(range.toMs),
          })
        }
      />
    ),
  };
}
