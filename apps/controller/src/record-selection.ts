// What is recorded without a ReconciliationTrace: objects of a kind, in some namespaces, with some labels.

import type { Json, LabelSelector } from '@rectrace/kube';
import { isJsonObject, listAt, parseApiVersion, parseSelectorObject, stringAt, valueAt } from '@rectrace/kube';
import { parse } from 'yaml';
import { ControllerError } from './errors.ts';

/** namespaces: empty = all. */
export type RecordSelection = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespaces: readonly string[];
  readonly selector: LabelSelector;
};

/** All Clusters: recorded where KubeBlocks is present. */
export const ALL_CLUSTERS: RecordSelection = {
  group: 'apps.kubeblocks.io',
  version: 'v1',
  kind: 'Cluster',
  namespaces: [],
  selector: { kind: 'selector', requirements: [] },
};

const KEYS = ['apiVersion', 'kind', 'namespaces', 'selector'];

/** The flag's text: JSON or YAML itself where it begins with a bracket, else the path of such a file. @throws ControllerError OPTION_INVALID */
export function parseRecordFlag(text: string, readFile: (path: string) => string): readonly RecordSelection[] {
  const inline = /^\s*[[{]/.test(text);
  const value = readYaml(inline ? text : readText(text, readFile));
  const items = isJsonObject(value) ? valueAt(value, ['record']) : value;
  if (!Array.isArray(items)) throw invalid('--record: a list of {apiVersion, kind, namespaces, selector} is needed');
  return items.map((item: Json, index) => selectionOf(item, `--record entry ${index + 1}`));
}

function selectionOf(item: Json, where: string): RecordSelection {
  if (!isJsonObject(item)) throw invalid(`${where}: not an object`);
  const unknown = Object.keys(item).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw invalid(`${where}: unknown key ${unknown}; there are ${KEYS.join(', ')}`);
  const apiVersion = stringAt(item, ['apiVersion']) ?? '';
  const kind = stringAt(item, ['kind']) ?? '';
  if (apiVersion === '' || kind === '') throw invalid(`${where}: apiVersion and kind are needed`);
  const selector = parseSelectorObject(valueAt(item, ['selector']));
  if (selector.kind === 'invalid') throw invalid(`${where}: selector: ${selector.reason}`);
  return { ...parseApiVersion(apiVersion), kind, namespaces: listAt(item, ['namespaces']).map(String), selector };
}

function readText(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (error) {
    throw invalid(`--record ${path}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

function readYaml(text: string): Json {
  try {
    return parse(text) as Json;
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw invalid(`--record: ${line?.replace(/:$/, '')}`, error);
  }
}

function invalid(message: string, cause?: unknown): ControllerError {
  return new ControllerError(message, { code: 'OPTION_INVALID', cause });
}
