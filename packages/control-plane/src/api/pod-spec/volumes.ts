// Volumes of a pod: each of one kind, each with a name of its own.
import type { FieldError } from '../field-error.ts';
import { duplicate, forbiddenField, invalidValue, required } from '../field-error.ts';
import { invalidAt, neededAndFits } from '../validation/checks.ts';
import { dns1123Label, dns1123Subdomain } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, textAt, textOf } from '../validation/spot.ts';
import type { VolumeContext } from './volume-sources.ts';
import { VOLUME_SOURCES } from './volume-sources.ts';

/** The volumes that are right, by name. */
export type Volumes = ReadonlyMap<string, Spot>;

type CheckedVolumes = { readonly volumes: Volumes; readonly errors: readonly FieldError[] };

const MOST_ISCSI = 64;

export function checkVolumes(list: Spot, context: VolumeContext): CheckedVolumes {
  const volumes = new Map<string, Spot>();
  const created = new Set(
    context.podName === ''
      ? []
      : itemsOf(list)
          .filter((volume) => isSet(at(volume, 'ephemeral')))
          .map((volume) => `${context.podName}-${textAt(volume, 'name')}`),
  );
  const errors = itemsOf(list).flatMap((volume) => {
    const found = volumeErrors(volume, { volumes, context });
    if (found.length === 0) volumes.set(textAt(volume, 'name'), volume);
    const claim = at(at(volume, 'persistentVolumeClaim'), 'claimName');
    if (!created.has(textOf(claim))) return found;
    return [...found, invalidAt(claim, 'must not reference a PVC that gets created for an ephemeral volume')];
  });
  return { volumes, errors };
}

type Checking = { readonly volumes: Volumes; readonly context: VolumeContext };

function volumeErrors(volume: Spot, { volumes, context }: Checking): readonly FieldError[] {
  const name = at(volume, 'name');
  return [
    ...sourceErrors(volume, context),
    ...neededAndFits(name, dns1123Label),
    ...(volumes.has(textOf(name)) ? [duplicate(name.path, textOf(name))] : []),
  ];
}

function sourceErrors(volume: Spot, context: VolumeContext): readonly FieldError[] {
  const given = VOLUME_SOURCES.filter(({ key }) => isSet(at(volume, key)));
  if (given.length === 0) return [required(volume.path, 'must specify a volume type')];
  return given.flatMap(({ key, shown = key, twice = key, check }, index) => {
    const extra = key === 'iscsi' ? portalErrors(volume) : [];
    if (index > 0) return [forbiddenField(`${volume.path}.${twice}`, 'may not specify more than 1 volume type'), ...extra];
    return [...check(at(volume, key, shown), context), ...extra, ...(key === 'ephemeral' ? claimNameErrors(volume, context) : [])];
  });
}

function portalErrors(volume: Spot): readonly FieldError[] {
  const iscsi = at(volume, 'iscsi');
  const name = textAt(volume, 'name');
  if (!isSet(at(iscsi, 'initiatorName')) || `${name}:${textAt(iscsi, 'targetPortal')}`.length <= MOST_ISCSI) return [];
  const detail = 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalidValue(at(volume, 'name').path, name, detail)];
}

/** The claim of an ephemeral volume is called after its pod and volume. */
function claimNameErrors(volume: Spot, { podName }: VolumeContext): readonly FieldError[] {
  const name = at(volume, 'name');
  if (podName === '' || textOf(name) === '') return [];
  const claim = `${podName}-${textOf(name)}`;
  return dns1123Subdomain(claim).map((problem) => invalidAt(name, `PVC name ${JSON.stringify(claim)}: ${problem}`));
}
