// Replaces secret values by a keyed digest before anything is kept, logged or shown: Secrets wherever they stand (in lists, templates, JSON and
// YAML text, the last-applied annotation), literal values of variables and arguments with telling names, passwords in their URLs.
// Equal values give equal digests, so that "changed" stays visible.

import type { Json, JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, formatJson, isJsonList, isJsonObject, parseJson } from '@rectrace/kube';
import { Memo } from '../memo.ts';
import type { WordsContext } from './command-line.ts';
import { redactLine, redactMessage, redactWords } from './command-line.ts';
import { redactConnections } from './connection-text.ts';
import { redactFieldBlocks } from './field-blocks.ts';
import { hasSecretFields, redactFieldLines } from './field-lines.ts';
import { redactManagedFields } from './managed-fields.ts';
import { mayHoldSecret } from './may-hold-secret.ts';
import { isKubeconfig, isSecretCloudConfig, packedIn } from './packed-text.ts';
import { PlainTexts } from './plain-texts.ts';
import { bytesOfBase64, bytesOfText } from './secret-bytes.ts';
import type { SecretField } from './secret-field.ts';
import { secretFieldKind } from './secret-field.ts';
import { hideInSecret } from './secret-object.ts';
import { redactForms } from './secret-text.ts';
import { hideSecretMember } from './secret-values.ts';
import { isSensitiveLiteral, isSensitiveName } from './sensitive-name.ts';

/**
 * digest: a keyed one-way hash of a byte string (one character per byte), as short text. digestBase64: the same of what stands there in base64,
 * for those who have to tell; absent: digest.
 */
export type Redactor = { readonly digest: (bytes: string) => string; readonly digestBase64?: (bytes: string) => string };

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const MASKED = /^<redacted:[^<>]*>$/;
const DEPTH_LIMIT = 400;
const TOO_DEEP = '<redacted:too-deep>';
/** In the order in which they make up one command line. */
const WORD_LISTS = ['command', 'cmd', 'args', 'arguments', 'extraArgs'];
const HOLDS_WORDS = new Set([...WORD_LISTS, 'script']);
const VARIABLE_MAPS = new Set(['env', 'envs', 'environment', 'extraEnv']);
/** Lists of options, each of its own: mountOptions of a PersistentVolume. */
const OPTION_LISTS = new Set([...VARIABLE_MAPS, 'mountOptions']);
const HEADER_MAP = /headers$/i;
const MESSAGES = new Set(['message', 'note']);
/** Their values are read by rules of their own. */
const SPECIAL = new Set([LAST_APPLIED, 'data', 'stringData', 'binaryData', 'managedFields', 'openAPIV3Schema', 'items', 'value']);
const JSON_START = /^\s*[[{]/;
const JSON_HINT = /secret|pass|pwd|pw|token|cred|auth|key|H4sI|"env"|"args"|"command"|:\/\//i;
const YAML_SECRET = /(?:^|[\s{,"'-])kind["']?\s*:\s*["']?Secret["']?\s*(?:$|[,}#])/m;
const YAML_DATA = /(?:^|[\s{,"'-])(?:data|stringData)["']?\s*:/m;

const NAMES_KEPT = 4_096;
/** Of each way to read a text. */
const CHARACTERS_KEPT = 256 * 1024;

/** What the name of a field says. special: its value is not just looked through. */
type FieldName = {
  readonly special: boolean;
  readonly secret: SecretField | undefined;
  readonly variables: boolean;
  readonly headers: boolean;
};

/** What was looked through and shown as it is, by the way it was read. */
type Plain = { readonly [way in 'text' | 'applied' | 'message' | 'variable' | 'command']: PlainTexts };

/** depth is counted up and down by the walk itself. */
type Walk = {
  readonly mask: (text: string) => string;
  readonly maskBase64: (text: string) => string;
  readonly names: Memo<FieldName>;
  readonly plain: Plain;
  depth: number;
};

/** Redacts one object after the other. What names and texts were found to be is remembered, so that many objects cost less than each alone. */
export class Redaction {
  readonly #walk: Walk;

  constructor({ digest, digestBase64 = digest }: Redactor) {
    this.#walk = {
      mask: (text) => (MASKED.test(text) ? text : `<redacted:${digest(bytesOfText(text))}>`),
      maskBase64: (text) => (MASKED.test(text) ? text : `<redacted:${digestBase64(bytesOfBase64(text))}>`),
      names: new Memo(fieldName, NAMES_KEPT),
      plain: {
        text: new PlainTexts(CHARACTERS_KEPT),
        applied: new PlainTexts(CHARACTERS_KEPT),
        message: new PlainTexts(CHARACTERS_KEPT),
        variable: new PlainTexts(CHARACTERS_KEPT),
        command: new PlainTexts(CHARACTERS_KEPT),
      },
      depth: 0,
    };
  }

  /** The object with all secret values replaced; the same object where it holds none. Redacting twice changes nothing more. */
  object(object: KubeObject): KubeObject {
    return this.json(asJson(object)) as unknown as KubeObject;
  }

  /** The same for any JSON: lists, watch events, bodies that are no object. What cannot be told apart is redacted, never let through. */
  json(value: Json): Json {
    this.#walk.depth = 0;
    return isJsonObject(value) ? redactMembers(value, this.#walk, '') : redactValue(value, this.#walk, '');
  }
}

/** One object alone. */
export function redactObject(object: KubeObject, redactor: Redactor): KubeObject {
  return new Redaction(redactor).object(object);
}

/** Some JSON alone. */
export function redactJson(value: Json, redactor: Redactor): Json {
  return new Redaction(redactor).json(value);
}

function fieldName(name: string): FieldName {
  const secret = secretFieldKind(name);
  return {
    special: SPECIAL.has(name) || HOLDS_WORDS.has(name) || MESSAGES.has(name) || secret !== undefined,
    secret,
    variables: VARIABLE_MAPS.has(name),
    headers: HEADER_MAP.test(name),
  };
}

/** field: the name under which the value stands. */
function redactValue(value: Json, walk: Walk, field: string): Json {
  if (typeof value === 'string') return redactText(value, walk, field);
  if (typeof value !== 'object' || value === null) return value;
  if (walk.depth > DEPTH_LIMIT) return TOO_DEEP;
  walk.depth++;
  const redacted = isJsonObject(value) ? redactMembers(value, walk, field) : redactList(isJsonList(value) ? value : [], walk, field);
  walk.depth--;
  return redacted;
}

function redactList(list: readonly Json[], walk: Walk, field: string): readonly Json[] {
  if (OPTION_LISTS.has(field) && list.some((item) => typeof item === 'string')) return redactWordList(list, walk, {});
  let changed: Json[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (item === undefined) continue;
    const next = redactValue(item, walk, '');
    if (next === item) continue;
    changed = changed ?? [...list];
    changed[index] = next;
  }
  return changed ?? list;
}

/** Words of a command; what is no text among them is redacted as it stands, unless the word before it hides it. */
function redactWordList(list: readonly Json[], walk: Walk, where: Omit<WordsContext, 'mask'>): readonly Json[] {
  const words = list.map((item) => (typeof item === 'object' ? '' : String(item)));
  const shown = redactWords(words, { mask: walk.mask, ...where });
  return keepIfEqual(
    list,
    list.map((item, index) => {
      const word = shown[index] ?? '';
      if (typeof item === 'string') return redactText(word, walk, '');
      return word === words[index] ? redactValue(item, walk, '') : word;
    }),
  );
}

/** A member that holds words of a command: what runs may be said in another one, or by the image. */
function redactCommand(value: Json, walk: Walk, { key, object }: Member): Json {
  const lists = WORD_LISTS.map((name) => wordsOf(object[name]));
  const line = [...wordsOf(object['image']), ...lists.flat()].join(' ');
  const before = lists
    .slice(0, Math.max(0, WORD_LISTS.indexOf(key)))
    .flat()
    .at(-1);
  if (!isWords(value)) return redactWordsOf(value, walk, { key, line, before });
  const read = [before, line, typeof value, ...wordsOf(value)].join('\0');
  if (walk.plain.command.has(read)) return value;
  const shown = redactWordsOf(value, walk, { key, line, before });
  if (shown === value) walk.plain.command.add(read);
  return shown;
}

type CommandLine = { readonly key: string; readonly line: string; readonly before: string | undefined };

function redactWordsOf(value: Json, walk: Walk, { key, line, before }: CommandLine): Json {
  if (typeof value === 'string') return redactText(redactLine(value, walk.mask, line), walk, key);
  return isJsonList(value) ? redactWordList(value, walk, { line, before }) : redactValue(value, walk, key);
}

/** Words alone, nothing else among them. */
function isWords(value: Json): boolean {
  return typeof value === 'string' || (isJsonList(value) && value.every((item) => typeof item === 'string'));
}

function wordsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return isJsonList(value) ? value.filter((item) => typeof item === 'string') : [];
}

function keepIfEqual(list: readonly Json[], redacted: readonly Json[]): readonly Json[] {
  return redacted.every((item, index) => item === list[index]) ? list : redacted;
}

function redactMembers(object: JsonObject, walk: Walk, field: string): JsonObject {
  return object['kind'] === 'Secret' ? hideInSecret(redactEach(object, walk, field), object, walk.mask) : redactEach(object, walk, field);
}

function redactEach(object: JsonObject, walk: Walk, field: string): JsonObject {
  const member: Member = { key: '', field, object, holder: walk.names.of(field) };
  let changed: Map<string, Json> | undefined;
  for (const key in object) {
    const value = object[key];
    if (value === undefined) continue;
    member.key = key;
    const next = redactMember(value, walk, member);
    if (next !== value) changed = (changed ?? new Map<string, Json>()).set(key, next);
  }
  if (changed === undefined) return object;
  const replaced = changed;
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, replaced.get(key) ?? value]));
}

/** The member at hand, its object, and the field that holds it. One per object, not one per member: objects are many. */
type Member = { key: string; readonly object: JsonObject; readonly field: string; readonly holder: FieldName };

function redactMember(value: Json, walk: Walk, member: Member): Json {
  const { key, holder } = member;
  if (typeof value === 'object') return walk.names.of(key).special ? redactNested(value, walk, member) : redactValue(value, walk, key);
  if (holder.variables || holder.headers || walk.names.of(key).special) return redactScalar(value, walk, member);
  return typeof value === 'string' ? redactText(value, walk, key) : value;
}

function redactNested(value: Json, walk: Walk, member: Member): Json {
  const { key, field, object } = member;
  switch (key) {
    case 'stringData':
      return maskAll(value, walk.mask);
    case 'data':
    case 'binaryData':
      return redactData(value, walk, member);
    case 'managedFields':
      return field === 'metadata' ? redactManagedFields(value, (item) => redactSetItem(item, walk)) : redactPlain(value, walk, member);
    case 'openAPIV3Schema':
      return field === 'schema' ? value : redactPlain(value, walk, member);
    case 'items':
      return object['kind'] === 'SecretList' ? redactSecrets(value, walk) : redactPlain(value, walk, member);
    default:
      return hidden(value, walk, member) ?? redactPlain(value, walk, member);
  }
}

function redactData(value: Json, walk: Walk, member: Member): Json {
  const { key, field, object } = member;
  const { kind } = object;
  if (key === 'data' && (kind === 'Secret' || field === 'secretTemplate')) return maskAll(value, walk.maskBase64);
  return kind === 'ConfigMap' ? redactConfig(value, walk) : redactPlain(value, walk, member);
}

/** The value of a member whose name says that it is a secret; undefined: it does not. */
function hidden(value: Json, walk: Walk, member: Member): Json | undefined {
  const kind = walk.names.of(member.key).secret;
  if (kind === undefined) return undefined;
  return hideSecretMember(value, { ...member, kind }, { mask: walk.mask, plain: (inner, field) => redactValue(inner, walk, field) });
}

/** An item of a set, which stands for itself in managedFields. */
function redactSetItem(item: Json, walk: Walk): Json {
  return typeof item === 'string' ? redactText(redactLine(item, walk.mask), walk, '') : redactValue(item, walk, '');
}

function redactPlain(value: Json, walk: Walk, member: Member): Json {
  return HOLDS_WORDS.has(member.key) ? redactCommand(value, walk, member) : redactValue(value, walk, member.key);
}

function redactSecrets(items: Json, walk: Walk): Json {
  return isJsonList(items) ? items.map((item) => redactSecret(item, walk)) : redactValue(items, walk, 'items');
}

/** An item of a list of Secrets, which need not name its kind. */
function redactSecret(item: Json, walk: Walk): Json {
  if (!isJsonObject(item)) return item;
  const { kind: _kind, ...unnamed } = redactMembers({ ...item, kind: 'Secret' }, walk, '');
  return item['kind'] === undefined ? unnamed : { ...unnamed, kind: item['kind'] };
}

function redactScalar(value: Json, walk: Walk, member: Member): Json {
  const { key, object } = member;
  if (object['kind'] === 'Secret' && (key === 'data' || key === 'stringData')) return maskAll(value, walk.mask);
  const variable = variableOf(member);
  if (variable !== undefined) return redactVariable(variable, value, walk);
  const secret = hidden(value, walk, member);
  if (secret !== undefined) return secret;
  if (typeof value === 'string' && MESSAGES.has(key))
    return unlessPlain(value, walk.plain.message, (text) => redactText(redactMessage(text, walk.mask), walk, key));
  return typeof value === 'string' ? redactPlain(value, walk, member) : value;
}

/** The name of the variable whose value a member is: {name, value}, {key, value}, or a member of an env map. */
function variableOf({ key, object, holder }: Member): string | undefined {
  if (key === 'value') {
    const { name, key: label } = object;
    const called = typeof name === 'string' ? name : label;
    if (typeof called === 'string') return called;
  }
  return holder.variables || (holder.headers && isSensitiveName(key)) ? key : undefined;
}

function maskAll(value: Json, mask: (text: string) => string): Json {
  if (value === null) return value;
  if (!isJsonObject(value)) return mask(textOf(value));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, item === null ? item : mask(textOf(item))]));
}

function textOf(value: Json): string {
  return typeof value === 'object' ? formatJson(value ?? '') : String(value);
}

function redactVariable(name: string, value: Json, walk: Walk): Json {
  const text = String(value);
  if (isSensitiveLiteral(name, text)) return walk.mask(text);
  if (typeof value !== 'string') return value;
  return unlessPlain(value, walk.plain.variable, (line) => redactText(redactLine(redactConnections(line, walk.mask), walk.mask), walk, ''));
}

/**
 * Configuration is shown, unless it is the manifest of a Secret, a kubeconfig or packed; what is secret by its form is hidden here, too, and what
 * takes several lines of YAML, as keys do and settings do not.
 */
function redactConfig(value: Json, walk: Walk): Json {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, text]): [string, Json] => [
    key,
    typeof text === 'string' ? redactConfigText(text, walk) : text,
  ]);
  return entries.every(([key, text]) => text === value[key]) ? value : Object.fromEntries(entries);
}

function redactConfigText(text: string, walk: Walk): string {
  const redacted = text.includes('Secret') && JSON_START.test(text) ? redactJsonText(text, walk) : undefined;
  return redacted ?? redactWhole(text, walk) ?? redactForms(redactBlocks(text, walk), walk.mask);
}

function redactText(text: string, walk: Walk, field: string): string {
  if (field === LAST_APPLIED) return unlessPlain(text, walk.plain.applied, (json) => redactJsonText(json, walk) ?? walk.mask(json));
  return mayHoldSecret(text) ? unlessPlain(text, walk.plain.text, (whole) => redactAnyText(whole, walk)) : text;
}

function redactAnyText(text: string, walk: Walk): string {
  const redacted = JSON_START.test(text) && JSON_HINT.test(text) ? redactJsonText(text, walk) : undefined;
  return redacted ?? redactWhole(text, walk) ?? redactParts(text, walk);
}

/** Looked through once for the way it is read. */
function unlessPlain(text: string, plain: PlainTexts, redact: (text: string) => string): string {
  if (plain.has(text)) return text;
  const shown = redact(text);
  if (shown === text) plain.add(text);
  return shown;
}

/** A text that is hidden as one, since what is secret in it cannot be told apart. */
function redactWhole(text: string, walk: Walk): string | undefined {
  if (isYamlSecret(text) || isKubeconfig(text) || isSecretCloudConfig(text)) return walk.mask(text);
  const packed = packedIn(text);
  if (packed === undefined) return undefined;
  return packed.kind === 'gzip' || redactText(packed.text, walk, '') !== packed.text ? walk.maskBase64(text) : undefined;
}

function redactParts(text: string, walk: Walk): string {
  const line = text.startsWith('-') && text.includes('=') ? redactLine(text, walk.mask) : text;
  const lines = hasSecretFields(line) ? redactFieldLines(redactFieldBlocks(line, walk.mask), walk.mask) : line;
  return redactForms(redactConnections(lines, walk.mask), walk.mask);
}

function redactBlocks(text: string, walk: Walk): string {
  return hasSecretFields(text) ? redactFieldBlocks(text, walk.mask) : text;
}

function isYamlSecret(text: string): boolean {
  return text.includes('Secret') && YAML_SECRET.test(text) && YAML_DATA.test(text);
}

/** Undefined where the text is no JSON object or list. */
function redactJsonText(text: string, walk: Walk): string | undefined {
  try {
    const value = parseJson(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const redacted = redactValue(value, walk, '');
    return redacted === value ? text : formatJson(redacted ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
