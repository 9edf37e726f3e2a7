// The failures that this server answers with: reasons, details and words as kube-apiserver's.
import { RequestRefused } from '../errors.ts';
import type { FieldError } from './field-error.ts';
import { causeOf, formatFieldErrors } from './field-error.ts';
import type { StatusBody, StatusDetails } from './status.ts';

export type GroupResource = { readonly group: string; readonly resource: string };
export type GroupKindName = { readonly group: string; readonly kind: string; readonly name: string };

type Failure = Pick<StatusBody, 'code' | 'reason' | 'message'> & { readonly details?: StatusDetails; readonly continue?: string };

/** Goes out as the answer to the request. */
export function failure({ code, reason, message, details, ...rest }: Failure): RequestRefused {
  return new RequestRefused({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: rest.continue === undefined ? {} : { continue: rest.continue },
    status: 'Failure',
    message,
    reason,
    ...(details === undefined ? {} : { details }),
    code,
  });
}

/** 'deployments.apps', 'pods'. */
export function formatResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function detailsOf({ group, resource }: GroupResource, name: string): StatusDetails {
  return { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), ...(resource === '' ? {} : { kind: resource }) };
}

export function notFound(resource: GroupResource, name: string): RequestRefused {
  const message = `${formatResource(resource)} ${quote(name)} not found`;
  return failure({ code: 404, reason: 'NotFound', message, details: detailsOf(resource, name) });
}

/** For a path under a known group and version that names no resource of it. */
export function noSuchResource(): RequestRefused {
  return failure({ code: 404, reason: 'NotFound', message: 'the server could not find the requested resource', details: {} });
}

export function alreadyExists(resource: GroupResource, name: string): RequestRefused {
  const message = `${formatResource(resource)} ${quote(name)} already exists`;
  return failure({ code: 409, reason: 'AlreadyExists', message, details: detailsOf(resource, name) });
}

/** Every generated name was taken. */
export function noUniqueName(resource: GroupResource, name: string): RequestRefused {
  const message = `${formatResource(resource)} ${quote(name)} already exists, the server was not able to generate a unique name for the object`;
  return failure({ code: 409, reason: 'AlreadyExists', message, details: { ...detailsOf(resource, name), retryAfterSeconds: 1 } });
}

export function conflict(resource: GroupResource, name: string, why: string): RequestRefused {
  const message = `Operation cannot be fulfilled on ${formatResource(resource)} ${quote(name)}: ${why}`;
  return failure({ code: 409, reason: 'Conflict', message, details: detailsOf(resource, name) });
}

export function forbidden(resource: GroupResource, name: string, why: string): RequestRefused {
  const text = formatResource(resource);
  const subject = name === '' ? text : `${text} ${quote(name)}`;
  const message = resource.resource === '' && resource.group === '' ? `forbidden: ${why}` : `${subject} is forbidden: ${why}`;
  return failure({ code: 403, reason: 'Forbidden', message, details: detailsOf(resource, name) });
}

export function unauthorized(): RequestRefused {
  return failure({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
}

export function invalid({ group, kind, name }: GroupKindName, errors: readonly FieldError[]): RequestRefused {
  const subject = `${group === '' ? kind : `${kind}.${group}`} ${quote(name)} is invalid`;
  const details = {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    ...(kind === '' ? {} : { kind }),
    causes: errors.map(causeOf),
  };
  const { status } = failure({ code: 422, reason: 'Invalid', message: `${subject}: ${formatFieldErrors(errors)}`, details });
  return new RequestRefused(status, { group, kind, name, errors });
}

export function badRequest(message: string): RequestRefused {
  return failure({ code: 400, reason: 'BadRequest', message });
}

export function methodNotSupported(resource: GroupResource, action: string): RequestRefused {
  const message = `${action} is not supported on resources of kind ${quote(formatResource(resource))}`;
  return failure({ code: 405, reason: 'MethodNotAllowed', message, details: detailsOf(resource, '') });
}

/** For a method that no verb of the path belongs to. */
export function methodNotAllowed(): RequestRefused {
  const message = 'the server does not allow this method on the requested resource';
  return failure({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** What this server knows of but does not do; see docs/reference/differences.md. */
export function notImplemented(what: string): RequestRefused {
  return failure({ code: 501, reason: 'NotImplemented', message: `${what} is not supported by this virtual control plane` });
}

export function unsupportedMediaType(accepted: readonly string[]): RequestRefused {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failure({ code: 415, reason: 'UnsupportedMediaType', message });
}

/** Where the routes of a path decide, not its handler. */
export function unroutedMediaType(): RequestRefused {
  return failure({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} });
}

/** The same of Accept. */
export function unroutedAccept(produced: readonly string[]): RequestRefused {
  const message = `406: Not Acceptable\n\nAvailable representations: ${produced.join(', ')}`;
  return failure({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

export function notAcceptable(accepted: readonly string[]): RequestRefused {
  return notAcceptableBecause(`only the following media types are accepted: ${accepted.join(', ')}`);
}

export function notAcceptableBecause(message: string): RequestRefused {
  return failure({ code: 406, reason: 'NotAcceptable', message });
}

export function entityTooLarge(message: string): RequestRefused {
  return failure({ code: 413, reason: 'RequestEntityTooLarge', message: `Request entity too large: ${message}` });
}

/** 410: the version asked for is no longer kept. `continue` goes on from the present. */
export function expired(message: string, continueToken?: string): RequestRefused {
  return failure({ code: 410, reason: 'Expired', message, ...(continueToken === undefined ? {} : { continue: continueToken }) });
}

export function tooLargeResourceVersion(requested: number | string, current: number): RequestRefused {
  return failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
  });
}

/** 422 without a kind: a patch that can't be applied. */
export function unprocessable(serverMessage: string): RequestRefused {
  return failure({ code: 422, reason: 'Invalid', message: serverMessage, details: {} });
}

export function tooManyRequests(message: string, details: StatusDetails): RequestRefused {
  return failure({ code: 429, reason: 'TooManyRequests', message, details });
}

export function internalError(message: string): RequestRefused {
  return failure({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}

/** Text in double quotes as Go's %q writes it. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\x7f');
}
