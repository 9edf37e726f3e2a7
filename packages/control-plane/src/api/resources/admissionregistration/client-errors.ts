// The checks of where a webhook is.
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import { portNumber } from '../../validation/checks.ts';
import { dns1123Subdomain } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, numberOf, textAt, textOf } from '../../validation/spot.ts';

const FORM = '; desired format: https://host[/path]';

export function clientErrors(client: Spot): readonly FieldError[] {
  const [url, service] = [at(client, 'url'), at(client, 'service')];
  if (isSet(url) === isSet(service)) return [required(client.path, 'exactly one of url or service is required')];
  return isSet(url) ? urlErrors(url) : serviceErrors(service);
}

const URL_PARTS = /^(?:([A-Za-z][-+.A-Za-z0-9]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s;

function urlErrors(place: Spot): readonly FieldError[] {
  const [, scheme = '', user, host = '', query = '', fragment = ''] = URL_PARTS.exec(textOf(place)) ?? [];
  return [
    ...(scheme.toLowerCase() === 'https' ? [] : [invalidValue(place.path, scheme, `'https' is the only allowed URL scheme${FORM}`)]),
    ...(host === '' ? [invalidValue(place.path, host, `host must be specified${FORM}`)] : []),
    ...(user === undefined ? [] : [invalidValue(place.path, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalidValue(place.path, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalidValue(place.path, query, 'query parameters are not permitted in the URL')]),
  ];
}

function serviceErrors(service: Spot): readonly FieldError[] {
  const port = at(service, 'port');
  return [
    ...['name', 'namespace'].filter((key) => textAt(service, key) === '').map((key) => required(at(service, key).path)),
    ...portNumber(port).map(({ detail }) => invalidValue(port.path, numberOf(port) ?? 0, `port is not valid: ${detail}`)),
    ...pathErrors(at(service, 'path')),
  ];
}

function pathErrors(place: Spot): readonly FieldError[] {
  const path = textOf(place);
  const problem = (detail: string): FieldError => invalidValue(place.path, path, detail);
  if (path === '' || path === '/') return [];
  if (path === '//') return [problem('segment[0] may not be empty')];
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(path.startsWith('/') ? [] : [problem("must start with a '/'")]),
    ...segments.flatMap((segment, index) => {
      const problems = segment === '' ? [' may not be empty'] : dns1123Subdomain(segment).map((words) => `: ${words}`);
      return problems.map((words) => problem(`segment[${index}]${words}`));
    }),
  ];
}
