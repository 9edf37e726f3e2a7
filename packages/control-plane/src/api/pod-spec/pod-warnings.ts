// What a client is warned of in the spec of a pod that is accepted.
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, keysOf, textAt } from '../validation/spot.ts';

export function podSpecWarnings(spec: Spot): readonly string[] {
  const volumes = itemsOf(at(spec, 'volumes')).filter((volume) => {
    const projected = at(volume, 'projected');
    return isSet(projected) && itemsOf(at(projected, 'sources')).every((source) => keysOf(source).length === 0);
  });
  const secrets = itemsOf(at(spec, 'imagePullSecrets')).filter((secret) => textAt(secret, 'name') === '');
  return [
    ...volumes.map((volume) => `volume ${JSON.stringify(textAt(volume, 'name'))} (Projected) has no sources provided`),
    ...secrets.map(({ path }) => `${path}.name: invalid empty name ""`),
  ];
}
