// Types of values that no schema describes.
import type { MapType, MergeType } from './merge-type.ts';

const noField: MapType['field'] = () => undefined;

/** Whatever it is, it is one value. */
export const UNTYPED: MergeType = {
  scalar: 'untyped',
  list: { relation: 'atomic', keys: [], element: () => UNTYPED },
  map: { relation: 'atomic', field: noField, element: () => UNTYPED, opaque: false },
};

/** Maps are merged key by key, lists are one value. */
export const DEDUCED: MergeType = {
  scalar: 'untyped',
  list: { relation: 'atomic', keys: [], element: () => UNTYPED },
  map: { relation: 'granular', field: noField, element: () => DEDUCED, opaque: true },
};
