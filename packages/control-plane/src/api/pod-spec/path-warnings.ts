// Files of one volume that are to stand at the same path, or one below the other.
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, keysOf, textAt } from '../validation/spot.ts';

/** `source`: as messages name it; '' where the volume has one source alone. */
type Placed = { readonly path: string; readonly source: string };

export function pathWarnings(volume: Spot): readonly string[] {
  const name = textAt(volume, 'name');
  return [
    ...singleSources(volume).flatMap(({ items, source }) => overlapsOf(pathsOf(items, '')).map((overlap) => told(name, source, overlap))),
    ...projectedWarnings(at(volume, 'projected'), name),
  ];
}

function singleSources(volume: Spot): readonly { readonly items: Spot; readonly source: string }[] {
  const [map, secret] = [at(volume, 'configMap'), at(volume, 'secret')];
  return [
    { items: at(map, 'items'), source: `ConfigMap ${JSON.stringify(textAt(map, 'name'))}` },
    { items: at(secret, 'items'), source: `Secret ${JSON.stringify(textAt(secret, 'secretName'))}` },
    { items: at(at(volume, 'downwardAPI'), 'items'), source: 'DownwardAPI' },
  ];
}

function told(volume: string, source: string, overlap: string): string {
  return `volume ${JSON.stringify(volume)} (${source}): overlapping paths: ${overlap}`;
}

function projectedWarnings(projected: Spot, volume: string): readonly string[] {
  const sources = itemsOf(at(projected, 'sources'));
  const empty = sources.filter((source) => keysOf(source).length === 0);
  const placed = sources.flatMap(projectionPaths);
  return [
    ...empty.map(() => `volume ${JSON.stringify(volume)} (Projected) has no sources provided`),
    ...overlapsOf(placed).map((overlap) => told(volume, 'Projected', overlap)),
  ];
}

/** Of the first source that is named. */
function projectionPaths(projection: Spot): readonly Placed[] {
  const [map, secret, downward] = ['configMap', 'secret', 'downwardAPI'].map((key) => at(projection, key)) as [Spot, Spot, Spot];
  if (isSet(at(map, 'items'))) return pathsOf(at(map, 'items'), `ConfigMap ${JSON.stringify(textAt(map, 'name'))}`);
  if (isSet(at(secret, 'items'))) return pathsOf(at(secret, 'items'), `Secret ${JSON.stringify(textAt(secret, 'name'))}`);
  if (isSet(at(downward, 'items'))) return pathsOf(at(downward, 'items'), 'DownwardAPI');
  const [token, bundle] = [at(projection, 'serviceAccountToken'), at(projection, 'clusterTrustBundle')];
  if (isSet(token)) return [{ path: textAt(token, 'path'), source: 'ServiceAccountToken' }];
  if (!isSet(bundle)) return certificatePaths(at(projection, 'podCertificate'));
  const name = isSet(at(bundle, 'name')) ? textAt(bundle, 'name') : textAt(bundle, 'signerName');
  return [{ path: textAt(bundle, 'path'), source: `ClusterTrustBundle ${JSON.stringify(name)}` }];
}

const CERTIFICATE_PATHS: readonly (readonly [string, string])[] = [
  ['certificateChainPath', 'chain'],
  ['keyPath', 'key'],
  ['credentialBundlePath', 'credential bundle'],
];

function certificatePaths(certificate: Spot): readonly Placed[] {
  return CERTIFICATE_PATHS.map(([key, word]) => ({ path: textAt(certificate, key), source: `PodCertificate ${word}` })).filter(
    ({ path }) => path !== '',
  );
}

function pathsOf(items: Spot, source: string): readonly Placed[] {
  return itemsOf(items).map((item) => ({ path: textAt(item, 'path'), source }));
}

/** Each with every one before it. */
function overlapsOf(all: readonly Placed[]): readonly string[] {
  const placed = all.map(({ path, source }) => ({ path: path.replace(/\/+$/, ''), source }));
  return placed.flatMap((own, index) =>
    placed.slice(0, index).flatMap((other) => (overlap(own.path, other.path) ? [`${shown(own)} with ${shown(other)}`] : [])),
  );
}

function overlap(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  return `${left}/`.startsWith(`${right}/`) || `${right}/`.startsWith(`${left}/`);
}

function shown({ path, source }: Placed): string {
  return source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`;
}
