// What a scripted collection's lists and watches fail with in tests.

import { ApiError, ConnectionCut } from '../errors.ts';
import { EXPIRED, TOO_LARGE } from './scripted-collection.ts';

export const AT = { method: 'GET', path: '/widgets' };

export function expired(): ApiError {
  return new ApiError(EXPIRED, AT);
}

export function tooLarge(): ApiError {
  return new ApiError(TOO_LARGE, AT);
}

export function forbidden(): ApiError {
  return new ApiError({ code: 403, reason: 'Forbidden', message: 'widgets is forbidden' }, AT);
}

export function absent(): ApiError {
  return new ApiError({ code: 404, reason: 'NotFound', message: 'not found' }, AT);
}

export function cut(): ConnectionCut {
  return new ConnectionCut('cut');
}
