// What a user's word for a kind may mean, in kubectl's grammar.

import { parseGroupKind } from './object-ref.ts';

/** One way to understand a word for a kind. name, in lower case: a kind, plural, singular or short name. */
type KindReading = { readonly name: string; readonly version?: string; readonly group?: string };

/** 'deploy', 'deployments.apps', 'deployments.v1.apps': 'a.vN.c' may be NAME.VERSION.GROUP or NAME.GROUP; as for kubectl, the version form first. */
export function readKindWord(text: string): readonly KindReading[] {
  const { kind: name, group } = parseGroupKind(text.toLowerCase());
  if (group === '') return [{ name }];
  const { kind: version, group: rest } = parseGroupKind(group);
  return [...(/^v[0-9]/.test(version) ? [{ name, version, group: rest }] : []), { name, group }];
}

/** A group may be given by its beginning up to a dot: 'apps.kubeblocks' for 'apps.kubeblocks.io'. wanted: undefined = any group. */
export function isInGroup(group: string, wanted: string | undefined): boolean {
  return wanted === undefined || group === wanted || (wanted !== '' && group.startsWith(`${wanted}.`));
}
