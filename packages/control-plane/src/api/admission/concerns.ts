// What a plugin asks of a request before it looks at the object.

import type { RequestRefused } from '../../errors.ts';
import type { Draft } from '../draft.ts';
import { forbidden } from '../failures.ts';
import { generateNameOf, nameOf } from '../metadata.ts';
import type { AdmissionRequest } from './admission-plugin.ts';

/** The object that is created of a resource, by the name that the store gives the resource; undefined for any other request. */
export function createdOf(request: AdmissionRequest, storage: string): Draft | undefined {
  const { operation, resource, subresource, object } = request;
  return operation === 'CREATE' && resource.storage === storage && subresource === '' ? object : undefined;
}

/** The same of updates of the object itself, not of a subresource. */
export function updatedOf(request: AdmissionRequest, storage: string): Draft | undefined {
  const { operation, resource, subresource, object } = request;
  return operation === 'UPDATE' && resource.storage === storage && subresource === '' ? object : undefined;
}

/** 403 of the object that the request is about, also where its name is still to be made. */
export function refusal(request: AdmissionRequest, why: string): RequestRefused {
  const { name, object = {} } = request;
  return forbidden(request.resource, name || nameOf(object) || generateNameOf(object) || 'Unknown', why);
}
