// Which object of a recording is the root: the one named with --root, the one it was made of, or the only one that can be.

import type { ObjectRef } from '@rectrace/kube';
import { formatGroupKind, formatRef, parseTarget } from '@rectrace/kube';
import { AmbiguousError, NotFoundError, UsageError } from '../errors.ts';
import { kindsNamed } from '../kind-names.ts';
import type { RecordingScan } from './recording-scan.ts';
import { recordedRoots, rootCandidates } from './recording-scan.ts';

const SHOWN = 8;

/** root: the text of --root, namespace: that of -n. file: for messages. @throws NotFoundError, AmbiguousError, UsageError */
export function chooseRoot(
  scan: RecordingScan,
  options: { readonly root?: string | undefined; readonly namespace?: string | undefined; readonly file: string },
): ObjectRef {
  return options.root === undefined ? onlyRoot(scan, options.file) : namedRoot(scan, { ...options, root: options.root });
}

function onlyRoot(scan: RecordingScan, file: string): ObjectRef {
  const recorded = recordedRoots(scan);
  const candidates = recorded.length > 0 ? recorded : rootCandidates(scan);
  const [only] = candidates;
  if (only === undefined)
    throw new UsageError(`${file} holds no object that owns others`, { hint: 'name one with --root KIND/NAMESPACE/NAME' });
  if (candidates.length === 1) return only;
  throw new AmbiguousError(`${file} holds ${candidates.length} roots`, { hint: `choose one with --root: ${listed(candidates)}` });
}

function namedRoot(
  scan: RecordingScan,
  { root, namespace, file }: { readonly root: string; readonly namespace?: string | undefined; readonly file: string },
): ObjectRef {
  const target = parseTarget([root]);
  if (target.kind === 'malformed') throw new UsageError(target.message);
  const refs = scan.objects.map(({ ref }) => ref);
  const kinds = kindsNamed(target.word, refs);
  if (kinds.length === 0) {
    const present = [...new Set(refs.map(formatGroupKind))].sort();
    throw new NotFoundError(`${file} holds no kind '${target.word}'`, { hint: `it holds ${present.join(', ')}` });
  }
  const wanted = target.namespace ?? namespace;
  const found = kinds.filter(({ name, namespace: there }) => name === target.name && (wanted === undefined || there === wanted));
  const [only] = found;
  if (only === undefined) throw new NotFoundError(`${file} holds no ${root}`, { hint: `of that kind it holds ${listed(kinds)}` });
  if (found.length > 1)
    throw new AmbiguousError(`${root} fits ${found.length} objects of ${file}`, { hint: `choose one with --root: ${listed(found)}` });
  return only;
}

function listed(refs: readonly ObjectRef[]): string {
  const names = refs.map((ref) => formatRef(ref)).sort();
  return names.length <= SHOWN ? names.join(', ') : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;
}
