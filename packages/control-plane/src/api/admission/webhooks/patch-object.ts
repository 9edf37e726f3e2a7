// What a webhook's patch makes of an object.
import type { JsonObject } from '@rectrace/kube';
import { isJsonList } from '@rectrace/kube';
import type { ObjectCodec } from '../../codec/object-codec.ts';
import { readJson } from '../../codec/read-json.ts';
import type { Draft } from '../../draft.ts';
import { internalError } from '../../failures.ts';
import { applyJsonPatch } from '../../patch/json-patch.ts';
import type { FailedCall } from './call-admission-webhook.ts';
import { failedCall } from './call-admission-webhook.ts';
import type { AdmissionAnswer } from './read-review-answer.ts';

/** `draft`: in the form of the store, its defaults filled in. */
export type PatchedObject = { readonly kind: 'patched'; readonly draft: Draft } | { readonly kind: 'empty' } | FailedCall;

type PatchToApply = { readonly webhook: string; readonly answer: AdmissionAnswer; readonly codec: ObjectCodec };

/** `object`: as the webhook saw it; undefined where the operation has none. @throws RequestRefused (500) */
export function patchObject(object: JsonObject | undefined, { webhook, answer, codec }: PatchToApply): PatchedObject {
  const { patch, patchType } = answer;
  const read = readJson(decodeText(patch));
  if (read.kind === 'malformed') return failedCall(webhook, `received undecodable patch in webhook response: ${read.message}`);
  if (!isJsonList(read.value)) {
    const message = 'json: cannot unmarshal object into Go value of type jsonpatch.Patch';
    return failedCall(webhook, `received undecodable patch in webhook response: ${message}`);
  }
  if (read.value.length === 0) return { kind: 'empty' };
  if (object === undefined) {
    const why = `attempted to modify the object, which is not supported for this operation`;
    throw internalError(`admission webhook ${JSON.stringify(webhook)} ${why}`);
  }
  if (patchType !== 'JSONPatch') return failedCall(webhook, `unsupported patch type ${JSON.stringify(patchType)}`);
  const outcome = applyJsonPatch(object, read.value);
  if (outcome.kind !== 'patched') throw internalError(outcome.kind === 'no-object' ? outcome.shown : outcome.message);
  const accepted = codec.accept(outcome.value, new Map());
  if (accepted.kind === 'refused') throw internalError(accepted.message);
  return { kind: 'patched', draft: accepted.draft };
}

function decodeText(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
