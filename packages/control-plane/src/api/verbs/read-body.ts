// Reads a request's body as the kind of its resource, and tells or refuses what does not belong there.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';
import { GO_TYPE_META, wordFor } from '../codec/decoding.ts';
import type { DecodedObject } from '../codec/object-codec.ts';
import type { KindHint, ReadBody } from '../codec/representation.ts';
import type { BodyValue } from '../codec/request-body.ts';
import { summarizeBody, valueBody } from '../codec/request-body.ts';
import type { Environment } from '../environment.ts';
import { badRequest } from '../failures.ts';
import type { FieldValidation } from '../options/write-options.ts';
import { apiVersionOf } from '../served-resource.ts';
import { negotiateBody } from './negotiate.ts';
import type { Target } from './target.ts';

/** `sent`: as it stands in the body. */
export type SentObject = DecodedObject & { readonly sent: Json };

/** @throws RequestRefused */
export function readObject(environment: Environment, target: Target, validation: FieldValidation): SentObject {
  const { resource } = target;
  const hint = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  const body = readValue(environment, target, hint);
  const decoded = resource.codec.decode(body, validation);
  noteProblems(target, { decoded, validation, expected: resource.kind });
  if (decoded.apiVersion !== hint.apiVersion) {
    throw badRequest(`the API version in the data (${decoded.apiVersion}) does not match the expected API version (${hint.apiVersion})`);
  }
  return { ...decoded, sent: body.value };
}

/** The body as plain JSON; the kind is only named in complaints. @throws RequestRefused */
function readValue(environment: Environment, { request }: Target, hint: KindHint): BodyValue {
  const { body, headers } = request;
  const representation = negotiateBody(environment, headers.contentType);
  if (body.kind === 'value') return valueBody(body.value);
  const bytes = body.kind === 'bytes' ? body.bytes : new Uint8Array();
  const read = representation.read(bytes, hint);
  if (read.kind === 'read') return read;
  throw badRequest(
    `the object provided is unrecognized (must be of type ${hint.kind}): couldn't get version/kind; json parse error: ${read.message} (${summarizeBody(bytes)})`,
  );
}

type Noted = { readonly decoded: DecodedObject; readonly validation: FieldValidation; readonly expected: string };

function noteProblems({ warnings }: Target, { decoded, validation, expected }: Noted): void {
  const { problems, kind, apiVersion } = decoded;
  if (problems.length === 0 || validation === 'Ignore') return;
  if (validation === 'Strict') {
    const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
    throw badRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected}: strict decoding error: ${problems.join(', ')}`,
    );
  }
  for (const problem of problems) warnings.add(problem);
}

/** A body of options, e.g. DeleteOptions; undefined where there is none. @throws RequestRefused */
export function readOptionsBody(environment: Environment, target: Target, kind: string): JsonObject | undefined {
  const { body, headers } = target.request;
  if (body.kind === 'none' || (body.kind === 'bytes' && body.bytes.length === 0)) return undefined;
  const read: ReadBody =
    body.kind === 'value'
      ? { kind: 'read', ...valueBody(body.value) }
      : negotiateBody(environment, headers.contentType).read(body.bytes, { apiVersion: 'v1', kind });
  if (read.kind === 'malformed') throw badRequest(`couldn't get version/kind; json parse error: ${read.message}`);
  const options = asObject(read.value);
  const named = String(options['kind'] ?? kind);
  if (named === kind) return options;
  throw badRequest(
    `no kind ${JSON.stringify(named)} is registered for version ${formatJson(options['apiVersion'] ?? 'v1')} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function asObject(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw badRequest(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${wordFor(value)} into Go value of type ${GO_TYPE_META}`,
  );
}
