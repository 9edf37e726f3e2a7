// One context of the merged kubeconfig files with its cluster and user, in the words of the files. The first file that names a thing wins, as in kubectl.

import { dirname, isAbsolute, join } from 'node:path';
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { ContextUnknown, KubeconfigInvalid, KubeconfigUnreadable, reasonOf } from '../errors.ts';
import { readFile } from './read-file.ts';

/** Paths in cluster and user are absolute. */
export type KubeconfigEntry = {
  readonly contextName: string;
  readonly clusterName: string;
  readonly userName: string;
  readonly namespace: string;
  readonly cluster: JsonObject;
  readonly user: JsonObject;
  /** All contexts of all files, for completion and messages. */
  readonly contexts: readonly string[];
};

/** @throws where the text is no YAML */
export type ParseYaml = (text: string) => Promise<unknown>;

type Files = {
  readonly contexts: Map<string, JsonObject>;
  readonly clusters: Map<string, JsonObject>;
  readonly users: Map<string, JsonObject>;
  readonly current: string;
};

const PATH_FIELDS = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];

/** @throws KubeconfigUnreadable, KubeconfigInvalid, ContextUnknown */
export async function readEntry(
  files: readonly string[],
  options: { readonly context: string | undefined; readonly parseYaml: ParseYaml },
): Promise<KubeconfigEntry> {
  const merged = await merge(files, options.parseYaml);
  const where = files.join(', ');
  const contexts = [...merged.contexts.keys()].sort();
  const contextName = options.context ?? merged.current;
  const context = merged.contexts.get(contextName);
  if (context === undefined) throw unknownContext(contextName, { where, contexts });
  const clusterName = stringAt(context, ['cluster']) ?? '';
  const userName = stringAt(context, ['user']) ?? '';
  const lookUp = (map: Map<string, JsonObject>, what: string): JsonObject => {
    const found = map.get(what === 'cluster' ? clusterName : userName);
    if (found === undefined) throw new KubeconfigInvalid(`context ${contextName} in ${where} names a ${what} that is not there`);
    return found;
  };
  return {
    contextName,
    clusterName,
    userName,
    namespace: stringAt(context, ['namespace']) ?? '',
    cluster: lookUp(merged.clusters, 'cluster'),
    user: userName === '' ? {} : lookUp(merged.users, 'user'),
    contexts,
  };
}

function unknownContext(
  name: string,
  { where, contexts }: { readonly where: string; readonly contexts: readonly string[] },
): ContextUnknown {
  const hint = contexts.length === 0 ? 'it has no contexts' : `it has: ${contexts.join(', ')}`;
  if (name === '') return new ContextUnknown(`${where} names no current-context; use --context (${hint})`);
  return new ContextUnknown(`context ${name} is not in ${where}; ${hint}`);
}

async function merge(files: readonly string[], parseYaml: ParseYaml): Promise<Files> {
  const contexts = new Map<string, JsonObject>();
  const clusters = new Map<string, JsonObject>();
  const users = new Map<string, JsonObject>();
  const currents: string[] = [];
  for (const file of files) {
    const config = await readConfig(file, parseYaml);
    currents.push(stringAt(config, ['current-context']) ?? '');
    collect(contexts, { config, list: 'contexts', field: 'context', file });
    collect(clusters, { config, list: 'clusters', field: 'cluster', file });
    collect(users, { config, list: 'users', field: 'user', file });
  }
  return { contexts, clusters, users, current: currents.find((name) => name !== '') ?? '' };
}

async function readConfig(file: string, parseYaml: ParseYaml): Promise<JsonObject> {
  const parsed = await parseFile(file, parseYaml);
  if (parsed === undefined || parsed === null) return {};
  if (!isJsonObject(parsed)) throw new KubeconfigInvalid(`kubeconfig ${file} is no kubeconfig: a mapping is expected`);
  const kind = parsed['kind'];
  if (kind !== undefined && kind !== 'Config') {
    throw new KubeconfigInvalid(`kubeconfig ${file} is no kubeconfig: its kind is ${String(kind)}, not Config`);
  }
  return parsed;
}

async function parseFile(file: string, parseYaml: ParseYaml): Promise<unknown> {
  let text: string;
  try {
    text = readFile(file).toString('utf8');
  } catch (error) {
    throw new KubeconfigUnreadable(`kubeconfig ${file} can not be read: ${reasonOf(error)}`, error);
  }
  try {
    return await parseYaml(text);
  } catch (error) {
    throw new KubeconfigInvalid(`kubeconfig ${file} is no YAML: ${reasonOf(error).slice(0, 200)}`, error);
  }
}

type ListOfNamed = { readonly config: JsonObject; readonly list: string; readonly field: string; readonly file: string };

function collect(into: Map<string, JsonObject>, { config, list, field, file }: ListOfNamed): void {
  const items = valueAt(config, [list]) ?? [];
  if (!Array.isArray(items) && items !== '') throw new KubeconfigInvalid(`kubeconfig ${file}: ${list} is no list`);
  for (const [index, item] of listAt(config, [list]).entries()) {
    const name = stringAt(item, ['name']) ?? '';
    if (name === '') throw new KubeconfigInvalid(`kubeconfig ${file}: ${list}[${index}].name is missing`);
    if (!into.has(name)) into.set(name, absolutePaths(objectAt(item, field), dirname(file)));
  }
}

function objectAt(item: Json, field: string): JsonObject {
  const value = valueAt(item, [field]);
  return isJsonObject(value) ? value : {};
}

function absolutePaths(value: JsonObject, folder: string): JsonObject {
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    if (PATH_FIELDS.includes(key) && typeof item === 'string' && item !== '' && !isAbsolute(item)) return [key, join(folder, item)];
    return key === 'exec' && isJsonObject(item) ? [key, absoluteCommand(item, folder)] : [key, item];
  });
  return Object.fromEntries(entries);
}

function absoluteCommand(exec: JsonObject, folder: string): JsonObject {
  const command = exec['command'];
  const relative = typeof command === 'string' && command.includes('/') && !isAbsolute(command);
  return relative ? { ...exec, command: join(folder, command) } : exec;
}
