// Which answers of a script a pod gives.
import type { JsonObject } from '@rectrace/kube';
import { labelsOf, nameOf, namespaceOf } from '../metadata.ts';
import { matchesLabels, parseLabelSelector } from '../selectors/label-selector-text.ts';
import type { CommandAnswer, HttpAnswer, PodAnswer, PodAnswers, PodCondition, PortAnswer, ProgramAnswer } from './pod-answers.ts';

export type AskedContainer = { readonly pod: JsonObject; readonly container: string };

/** The first entry that has the answer and fits the pod and, where that is asked, the container. */
export function firstAnswer<Key extends keyof PodAnswer>(
  { pods = [] }: PodAnswers,
  { pod, container }: { readonly pod: JsonObject; readonly container?: string },
  key: Key,
): PodAnswer[Key] | undefined {
  return pods.find((entry) => entry[key] !== undefined && fits(entry, pod, container))?.[key];
}

/** The first command, of all entries that fit, whose words are those asked for. */
export function commandAnswer(
  { pods = [] }: PodAnswers,
  { pod, container }: AskedContainer,
  words: readonly string[],
): ProgramAnswer | undefined {
  const known = pods.filter((entry) => fits(entry, pod, container)).flatMap(({ commands = [] }) => commands);
  return known.find(({ command }) => matchesWords(command, words));
}

export function portAnswers({ pods = [] }: PodAnswers, pod: JsonObject): readonly PortAnswer[] {
  return pods.filter((entry) => fits(entry, pod)).flatMap(({ ports = [] }) => ports);
}

export function nodeHttp({ nodes = [] }: PodAnswers, node: string): readonly HttpAnswer[] {
  return nodes.filter(({ name }) => name === undefined || name === node).flatMap(({ http }) => http);
}

export function httpAnswer(
  answers: readonly HttpAnswer[],
  asked: { readonly method: string; readonly path: string },
): HttpAnswer | undefined {
  return answers.find(({ method, path }) => (method === undefined || method === asked.method) && matchesPath(path, asked.path));
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}

function matchesWords(pattern: CommandAnswer['command'], words: readonly string[]): boolean {
  const open = pattern.at(-1) === '**';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  const enough = open ? words.length >= fixed.length : words.length === fixed.length;
  return enough && fixed.every((word, index) => word === '*' || word === words[index]);
}

/** Without a container: whatever the entry says of it. */
function fits({ namespace, name, selector, container }: PodCondition, pod: JsonObject, asked?: string): boolean {
  if (namespace !== undefined && namespace !== namespaceOf(pod)) return false;
  if (name !== undefined && name !== nameOf(pod)) return false;
  if (container !== undefined && asked !== undefined && container !== asked) return false;
  return selector === undefined || isSelected(selector, pod);
}

function isSelected(selector: string, pod: JsonObject): boolean {
  const parsed = parseLabelSelector(selector);
  return parsed.kind === 'selector' && matchesLabels(parsed.requirements, labelsOf(pod));
}
