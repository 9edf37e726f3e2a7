// How a pod is called and whom it asks for names.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, required, tooLong } from '../field-error.ts';
import { fits, invalidAt, invalidIf } from '../validation/checks.ts';
import { dns1123Subdomain, ipAddress, underscoredSubdomain } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, isTrue, itemsOf, textAt, textOf, textsOf } from '../validation/spot.ts';

const MOST_SERVERS = 3;
const MOST_SEARCHES = 32;
const MOST_SEARCH_LENGTH = 2048;
const MOST_HOSTNAME = 64;

export function dnsConfigErrors(config: Spot, policy: string): readonly FieldError[] {
  const servers = at(config, 'nameservers');
  if (policy === 'None') {
    if (!isSet(config)) return [required(config.path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    const none = itemsOf(servers).length === 0;
    if (none) return [required(servers.path, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
  }
  return [
    ...invalidIf(itemsOf(servers).length > MOST_SERVERS, servers, `must not have more than ${MOST_SERVERS} nameservers`),
    ...itemsOf(servers).flatMap((server) => fits(server, ipAddress)),
    ...searchErrors(at(config, 'searches')),
    ...itemsOf(at(config, 'options')).flatMap((option) =>
      textAt(option, 'name') === '' ? [required(option.path, 'must not be empty')] : [],
    ),
  ];
}

function searchErrors(searches: Spot): readonly FieldError[] {
  const texts = textsOf(searches);
  const long = texts.join(' ').length > MOST_SEARCH_LENGTH;
  return [
    ...invalidIf(texts.length > MOST_SEARCHES, searches, `must not have more than ${MOST_SEARCHES} search paths`),
    ...invalidIf(long, searches, `must not have more than ${MOST_SEARCH_LENGTH} characters (including spaces) in the search list`),
    ...itemsOf(searches)
      .filter((search) => textOf(search) !== '.')
      .flatMap(({ value, path }) => fits({ value: String(value).replace(/\.$/, ''), path }, underscoredSubdomain)),
  ];
}

export function hostAliasErrors(aliases: Spot): readonly FieldError[] {
  return itemsOf(aliases).flatMap((alias) => [
    ...fits({ ...at(alias, 'ip'), value: textAt(alias, 'ip') }, ipAddress),
    ...itemsOf(at(alias, 'hostnames')).flatMap((name) => fits(name, dns1123Subdomain)),
  ]);
}

export function hostnameOverrideErrors(spec: Spot): readonly FieldError[] {
  const name = at(spec, 'hostnameOverride');
  if (!isSet(name)) return [];
  return [
    ...(isTrue(at(spec, 'setHostnameAsFQDN')) ? [forbiddenField(name.path, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(isTrue(at(spec, 'hostNetwork')) ? [forbiddenField(name.path, 'may not be specified when hostNetwork is true')] : []),
    ...(textOf(name).length > MOST_HOSTNAME ? [tooLong(name.path, MOST_HOSTNAME)] : []),
    ...fits(name, dns1123Subdomain),
  ];
}

/** On the host's network, a port of the host is the container's. */
export function hostPortErrors(spec: Spot, { isPod }: { readonly isPod: boolean }): readonly FieldError[] {
  if (!isTrue(at(spec, 'hostNetwork'))) return [];
  return itemsOf(at(spec, 'containers'))
    .flatMap((container) => itemsOf(at(container, 'ports')))
    .flatMap((port) => {
      const [host, own] = [at(port, 'hostPort'), at(port, 'containerPort')];
      const number = host.value ?? 0;
      if ((!isPod && number === 0) || number === (own.value ?? 0)) return [];
      return [invalidAt({ ...host, value: number }, 'must match `containerPort` when `hostNetwork` is true')];
    });
}
