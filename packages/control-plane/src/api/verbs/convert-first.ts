// Reads of custom resources that a webhook may have to convert: what they present is converted before.
import type { JsonObject } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { ApiResponse } from '../api-request.ts';
import { UnconvertedObject } from '../custom/custom-versions.ts';
import type { Environment } from '../environment.ts';
import { placeOf } from '../registry/registry.ts';
import type { ObjectConversion } from '../served-resource.ts';
import type { Handler } from './handlers.ts';
import type { Target } from './target.ts';

const OF_MANY = ['list', 'deletecollection'];
/** They change nothing: what they missed is converted, and they begin again. */
const REPEATED = ['get', 'list'];

type Converting = { readonly handler: Handler; readonly conversion: ObjectConversion };

/** @throws RequestRefused */
export async function convertFirst(environment: Environment, target: Target, { handler, conversion }: Converting): Promise<ApiResponse> {
  const { verb } = target.info;
  if (OF_MANY.includes(verb)) await conversion.show(presentObjects(environment, target));
  if (verb === 'get') await conversion.show(presentObject(environment, target), 'anew');
  if (!REPEATED.includes(verb)) return handler(environment, target);
  for (;;) {
    try {
      return await handler(environment, target);
    } catch (error) {
      if (!(error instanceof UnconvertedObject)) throw error;
      await conversion.show([error.object]);
    }
  }
}

/** The API server converts what one asks for by name each time. */
function presentObject({ store }: Environment, { resource, info }: Target): readonly JsonObject[] {
  const stored = store.get(placeOf({ resource, namespace: info.namespace }, info.name));
  return stored === undefined ? [] : [stored.object];
}

function presentObjects({ store }: Environment, { resource, info }: Target): readonly JsonObject[] {
  const snapshot = store.snapshot(resource.storage);
  if (snapshot.kind !== 'snapshot') return [];
  const prefix = resource.namespaced && info.namespace !== '' ? `${info.namespace}/` : '';
  const found: JsonObject[] = [];
  walkFrom(snapshot.objects, prefix, (key, { object }) => key.startsWith(prefix) && found.push(object) > 0);
  return found;
}
