// Reads a script of answers from YAML. A wrong one is refused in one line, with the place; nothing of it is used.
import type { Json } from '@rectrace/kube';
import { isJsonObject, parseInstant } from '@rectrace/kube';
import { parseDocument } from 'yaml';
import { badBase64 } from '../codec/bad-base64.ts';
import { parseLabelSelector } from '../selectors/label-selector-text.ts';
import type { PodAnswers } from './pod-answers.ts';
import type { Shape } from './shape.ts';
import { checkedText, integer, listOf, mapOf, number, object, oneOf, text } from './shape.ts';

export type ParsedPodAnswers =
  | { readonly kind: 'answers'; readonly answers: PodAnswers }
  /** One line. */
  | { readonly kind: 'refused'; readonly reason: string };

const MOST_PORT = 65_535;
const MOST_EXIT_CODE = 255;
const [LEAST_STATUS, MOST_STATUS] = [200, 599];
const YEAR_S = 366 * 24 * 60 * 60;
const MAX_ALIASES = 100;
/** Headers that say how an answer is sent. */
const SERVERS_OWN = ['connection', 'content-length', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const content: Shape = (value, where) => {
  if (typeof value === 'string') return undefined;
  return isJsonObject(value) ? object({ base64: checkedText(base64Problem) }, {})(value, where) : `${where}: write a text, or {base64: …}`;
};

const logLine = object(
  { text: checkedText((line) => (line.includes('\n') ? 'a line has no line break' : undefined)) },
  {
    time: checkedText((time) => (parseInstant(time) === undefined ? 'write a time as in 2026-01-31T12:00:00Z' : undefined)),
    after: number(0, YEAR_S),
    stream: oneOf(['Stdout', 'Stderr']),
  },
);

const programKeys = { stdout: content, stderr: content, stdin: oneOf(['echo', 'ignore']), exitCode: integer(0, MOST_EXIT_CODE) };

const httpAnswer = object(
  { path: checkedText((path) => (path.startsWith('/') ? undefined : 'a path begins with /')) },
  {
    method: checkedText((method) => (/^[A-Z]+$/.test(method) ? undefined : 'write a method in capitals, e.g. GET')),
    status: integer(LEAST_STATUS, MOST_STATUS),
    headers: mapOf(checkedText(headerProblem), headerNameProblem),
    body: content,
  },
);

const PORT_ANSWERS: Readonly<Record<string, Shape>> = { echo: oneOf([true]), bytes: content, http: listOf(httpAnswer) };

const portAnswer: Shape = (value, where) => {
  const problem = object({ port: integer(1, MOST_PORT) }, PORT_ANSWERS)(value, where);
  if (problem !== undefined || !isJsonObject(value)) return problem;
  return Object.keys(value).length === 2 ? undefined : `${where}: write one of ${Object.keys(PORT_ANSWERS).join(', ')} beside port`;
};

const podAnswer = object(
  {},
  {
    namespace: text,
    name: text,
    selector: checkedText(selectorProblem),
    container: text,
    logs: listOf(logLine),
    previousLogs: listOf(logLine),
    commands: listOf(object({ command: listOf(text) }, programKeys)),
    attach: object({}, programKeys),
    files: mapOf(content, (path) => (/^(\/[^/]+)+$/.test(path) ? undefined : 'write the absolute path of a file')),
    ports: listOf(portAnswer),
  },
);

const script = object({}, { pods: listOf(podAnswer), nodes: listOf(object({ http: listOf(httpAnswer) }, { name: text })) });

export function parsePodAnswers(source: string): ParsedPodAnswers {
  const document = parseDocument(source, { uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) return refused(error.message);
  try {
    return checked(document.toJS({ maxAliasCount: MAX_ALIASES }) as Json);
  } catch (cause) {
    return refused(cause instanceof Error ? cause.message : String(cause));
  }
}

function checked(value: Json): ParsedPodAnswers {
  const problem = script(value, '');
  return problem === undefined ? { kind: 'answers', answers: value as PodAnswers } : { kind: 'refused', reason: problem };
}

/** The parser's messages show the place below their first line. */
function refused(message: string): ParsedPodAnswers {
  return { kind: 'refused', reason: (message.split('\n')[0] ?? '').replace(/:$/, '') };
}

function base64Problem(value: string): string | undefined {
  return badBase64(value) === undefined ? undefined : 'is no base64';
}

function selectorProblem(value: string): string | undefined {
  const parsed = parseLabelSelector(value);
  return parsed.kind === 'invalid' ? parsed.message : undefined;
}

function headerNameProblem(name: string): string | undefined {
  if (!HEADER_NAME.test(name)) return 'is no name of a header';
  return SERVERS_OWN.includes(name.toLowerCase()) ? 'is written by the server itself' : undefined;
}

function headerProblem(value: string): string | undefined {
  return /^[\t\x20-\x7e]*$/.test(value) ? undefined : 'a header is plain text of one line';
}
