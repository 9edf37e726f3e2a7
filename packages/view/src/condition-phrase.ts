// 'condition Ready False→True (MinimumReplicasAvailable)'.

import type { Json, JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, isJsonObject, listAt } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';
import { cleanLine } from './clean-text.ts';
import { sideOf } from './field-group.ts';

/** body: the object after the change, for what the diff does not repeat. undefined where only times moved. */
export function conditionPhrase(type: string, fields: readonly FieldChange[], body?: KubeObject): string | undefined {
  const before = sideOf(fields, 'before');
  const after = sideOf(fields, 'after');
  const now = { ...conditionOf(body, type), ...after };
  const whole = fields.find((field) => field.path.length === 0);
  if (whole !== undefined)
    return whole.after === undefined ? `-condition ${type}` : `+condition ${type} ${text(now['status'])}${reasonPart(now)}`;
  return changedPhrase(type, { before, after, now });
}

type Sides = { readonly before: JsonObject; readonly after: JsonObject; readonly now: JsonObject };

function changedPhrase(type: string, { before, after, now }: Sides): string | undefined {
  const moved = (field: string): boolean => field in before || field in after;
  if (moved('status') && before['status'] === undefined) return `condition ${type} ${text(now['status'])}${reasonPart(now)}`;
  if (moved('status')) return `condition ${type} ${text(before['status'])}→${text(now['status'])}${reasonPart(now)}`;
  if (moved('reason')) {
    return `condition ${type} ${text(now['status'])} (${text(before['reason'])}→${text(now['reason'])})`;
  }
  if (moved('message')) return `condition ${type} ${text(now['status'])}: ${cleanLine(text(now['message']))}`;
  return 'observedGeneration' in after
    ? `condition ${type} observed ${text(before['observedGeneration'])}→${text(now['observedGeneration'])}`
    : undefined;
}

/** The condition of that type in the object, or {}. */
function conditionOf(body: KubeObject | undefined, type: string): JsonObject {
  if (body === undefined) return {};
  const found = listAt(asJson(body), ['status', 'conditions']).find((item) => isJsonObject(item) && item['type'] === type);
  return isJsonObject(found) ? found : {};
}

function reasonPart(condition: JsonObject): string {
  const reason = condition['reason'];
  return typeof reason === 'string' && reason !== '' ? ` (${cleanLine(reason)})` : '';
}

function text(value: Json | undefined): string {
  if (value === undefined || value === '') return 'none';
  return typeof value === 'string' ? cleanLine(value) : String(value);
}
