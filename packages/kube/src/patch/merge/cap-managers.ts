// Bounds the managers by update: the oldest of one version are folded into one.
import { union } from '../fieldpath/combine.ts';
import { compareTexts } from '../value/compare-values.ts';
import type { Manager, Managers } from './manager.ts';
import { managerKey } from './manager.ts';

const MOST_UPDATERS = 10;
const BUCKET = 'ancient-changes';

export function capManagers(managers: Managers): Managers {
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  if (updaters.length <= MOST_UPDATERS) return managers;
  const result = new Map(managers);
  const firsts = new Map<string, string>();
  let left = updaters.length;
  for (const [key, manager] of updaters.sort(byAge)) {
    if (left <= MOST_UPDATERS) break;
    const first = firsts.get(manager.apiVersion);
    if (first === undefined) firsts.set(manager.apiVersion, key);
    else {
      fold(result, { first, key, manager });
      left--;
    }
  }
  return result;
}

function byAge([leftKey, left]: readonly [string, Manager], [rightKey, right]: readonly [string, Manager]): number {
  return compareTexts(left.time ?? '', right.time ?? '') || compareTexts(leftKey, rightKey);
}

type Folding = { readonly first: string; readonly key: string; readonly manager: Manager };

function fold(managers: Map<string, Manager>, { first, key, manager }: Folding): void {
  const bucket = { name: BUCKET, operation: 'Update', apiVersion: manager.apiVersion, subresource: '' } as const;
  const bucketKey = managerKey(bucket);
  const known = managers.get(bucketKey) ?? managers.get(first) ?? manager;
  if (!managers.has(bucketKey)) managers.delete(first);
  managers.delete(key);
  const { time: _time, ...folded } = { ...manager, ...bucket, fields: union(manager.fields, known.fields) };
  managers.set(bucketKey, manager.time === undefined ? folded : { ...folded, time: manager.time });
}
