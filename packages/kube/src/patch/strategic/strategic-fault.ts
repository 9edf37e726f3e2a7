// Why a strategic merge patch can't be applied. Thrown within, caught where a patch enters.

/** bad-request: the patch is malformed. unprocessable: it does not fit. internal: the server has no better word for it. */
export type StrategicRefusal = { readonly reason: 'bad-request' | 'unprocessable' | 'internal'; readonly message: string };

export class StrategicFault extends Error {
  readonly refusal: StrategicRefusal;

  constructor(refusal: StrategicRefusal) {
    super(refusal.message);
    this.name = 'StrategicFault';
    this.refusal = refusal;
  }
}

export function internalFault(message: string): StrategicFault {
  return new StrategicFault({ reason: 'internal', message });
}

export function badPatch(message: string): StrategicFault {
  return new StrategicFault({ reason: 'bad-request', message });
}

export const BAD_ORDER = 'invalid patch format of setElementOrder list';
export const BAD_RETAIN_KEYS = 'invalid patch format of retainKeys';
export const BAD_PRIMITIVE_LIST = 'invalid patch format of primitive list';

export function listOfLists(): StrategicFault {
  return new StrategicFault({ reason: 'unprocessable', message: 'lists of lists are not supported' });
}
