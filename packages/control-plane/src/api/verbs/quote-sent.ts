// What is refused is quoted as it was sent: an empty list or map, which the server no longer tells from an absent one, is none in the quotation
// either, unless the client's own body is looked at again.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import { RequestRefused } from '../../errors.ts';
import { invalid } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { quotedField } from '../field-error.ts';
import { hasDiff, withDiff } from '../validation/internal-diff.ts';

/** `sent`: the object as the client has it; asked when the work fails. @throws what the work throws */
export async function quotingSent<Result>(sent: () => Json | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RequestRefused ? quoted(error, sent()) : error;
  }
}

function quoted(refused: RequestRefused, sent: Json | undefined): RequestRefused {
  if (refused.invalid === undefined || sent === undefined) return refused;
  const { errors, ...subject } = refused.invalid;
  const changed = errors.map((error) => quotedError(error, valueOfField(sent, quotedField(error))));
  return changed.every((error, index) => error === errors[index]) ? refused : invalid(subject, changed);
}

/** The same error where nothing is to be changed. */
function quotedError(error: FieldError, sent: Json | undefined): FieldError {
  if (hasDiff(error)) {
    const now = withEmpties(error.diff.now, sent);
    return now === error.diff.now ? error : withDiff(error.field, { ...error.diff, now });
  }
  const value = error.value === undefined ? undefined : asSent(error.value, { sent, field: quotedField(error) });
  return value === undefined || value === error.value ? error : { ...error, value };
}

/** By a path as errors have it, e.g. spec.containers[0].name. */
function valueOfField(sent: Json, field: string): Json | undefined {
  const steps = field.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  let value: Json | undefined = sent;
  for (const step of steps) value = below(value, step.startsWith('[') ? step.slice(1, -1) : step);
  return value;
}

function below(value: Json | undefined, step: string): Json | undefined {
  if (isJsonList(value)) return value[Number(step)];
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Maps that are quoted as a whole. */
const MAP = /(^|\.)(labels|annotations|matchLabels|nodeSelector)$/;

/** What is neither a list nor such a map may be quoted for a part of it. */
function asSent(value: Json, { sent, field }: { readonly sent: Json | undefined; readonly field: string }): Json {
  return value === null && !isJsonList(sent) && !MAP.test(field) ? value : withEmpties(value, sent);
}

/** The same value where nothing is to be changed. Its fields may have Go's names. */
function withEmpties(value: Json, sent: Json | undefined): Json {
  if (value === null) return isEmpty(sent) ? sent : value;
  if (isJsonList(value) && isJsonList(sent)) return sameOr(value, (items) => items.map((item, index) => withEmpties(item, sent[index])));
  if (!isJsonObject(value) || !isJsonObject(sent)) return value;
  const names = new Map(Object.keys(sent).map((key) => [key.toLowerCase(), key]));
  const entries = Object.entries(value).map(([key, item]) => [key, withEmpties(item, sent[names.get(key.toLowerCase()) ?? key])] as const);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

function sameOr(items: readonly Json[], change: (items: readonly Json[]) => readonly Json[]): readonly Json[] {
  const changed = change(items);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}

function isEmpty(value: Json | undefined): value is readonly Json[] | JsonObject {
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
