// Files that volumes are made of: keys of ConfigMaps and Secrets, fields of the pod, tokens.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, required } from '../field-error.ts';
import { invalidIf, needed } from '../validation/checks.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, textAt, textOf } from '../validation/spot.ts';
import { fieldRefErrors, resourceRefErrors, VOLUME_FIELDS } from './field-refs.ts';
import { fileMode, localPath } from './paths.ts';

export function keyToPathErrors(item: Spot): readonly FieldError[] {
  const path = at(item, 'path');
  return [...needed(at(item, 'key')), ...needed(path), ...localPath(path), ...fileMode(at(item, 'mode'))];
}

export function downwardErrors(downward: Spot): readonly FieldError[] {
  return [
    ...fileMode(at(downward, 'defaultMode')),
    ...itemsOf(at(downward, 'items')).flatMap((file) => downwardFileErrors({ value: file.value, path: downward.path })),
  ];
}

/** Messages name the volume, not the file. */
function downwardFileErrors(file: Spot): readonly FieldError[] {
  const path = at(file, 'path');
  return [...needed(path), ...localPath(path), ...contentErrors(file), ...fileMode(at(file, 'mode'))];
}

function contentErrors(file: Spot): readonly FieldError[] {
  const [field, resource] = [at(file, 'fieldRef'), at(file, 'resourceFieldRef')];
  if (isSet(field)) {
    const both = isSet(resource);
    return [
      ...fieldRefErrors(field, VOLUME_FIELDS),
      ...(both ? [invalidValue(file.path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')] : []),
    ];
  }
  if (isSet(resource)) return resourceRefErrors(resource, { inVolume: true });
  return [required(file.path, 'one of fieldRef and resourceFieldRef is required')];
}

export function projectedErrors(projected: Spot): readonly FieldError[] {
  const paths = new Set<string>();
  return [
    ...fileMode(at(projected, 'defaultMode')),
    ...itemsOf(at(projected, 'sources')).flatMap((source) => sourceErrors(source, { projected, paths })),
  ];
}

type Projecting = { readonly projected: Spot; readonly paths: Set<string> };
type Projection = (source: Spot, projecting: Projecting) => readonly FieldError[];

const PROJECTIONS: readonly (readonly [string, Projection])[] = [
  ['secret', keysErrors],
  ['configMap', keysErrors],
  [
    'downwardAPI',
    (source, projecting) =>
      itemsOf(at(source, 'items')).flatMap((file) => [
        ...downwardFileErrors({ value: file.value, path: source.path }),
        ...takePath(textAt(file, 'path'), textAt(file, 'path'), projecting),
      ]),
  ],
  ['serviceAccountToken', tokenErrors],
];

function sourceErrors(source: Spot, projecting: Projecting): readonly FieldError[] {
  const given = PROJECTIONS.filter(([key]) => isSet(at(source, key)));
  const errors = given.flatMap(([key, check]) => check(at(source, key), projecting));
  return given.length > 1 ? [...errors, forbiddenField(source.path, 'may not specify more than 1 volume type per source')] : errors;
}

/** `named`: what a message about a second file there names. */
function takePath(path: string, named: string, { projected, paths }: Projecting): readonly FieldError[] {
  if (path === '') return [];
  if (paths.has(path)) return [invalidValue(projected.path, named, 'conflicting duplicate paths')];
  paths.add(path);
  return [];
}

function keysErrors(source: Spot, projecting: Projecting): readonly FieldError[] {
  const name = textAt(source, 'name');
  return [
    ...needed(at(source, 'name')),
    ...itemsOf(at(source, 'items')).flatMap((item) => [...keyToPathErrors(item), ...takePath(textAt(item, 'path'), name, projecting)]),
  ];
}

const LEAST_TOKEN_SECONDS = 600;
const MOST_TOKEN_SECONDS = 2 ** 32;

function tokenErrors(source: Spot, { projected }: Projecting): readonly FieldError[] {
  const seconds = { ...at(source, 'expirationSeconds'), value: numberOf(at(source, 'expirationSeconds')) ?? 0 };
  const path = { value: at(source, 'path').value, path: `${projected.path}.path` };
  return [
    ...invalidIf(seconds.value < LEAST_TOKEN_SECONDS, seconds, 'may not specify a duration less than 10 minutes'),
    ...invalidIf(seconds.value > MOST_TOKEN_SECONDS, seconds, 'may not specify a duration larger than 2^32 seconds'),
    ...(textOf(path) === '' ? [required(path.path)] : localPath(path)),
  ];
}
