// Which form an answer takes, and which form a body has.

import type { Representation } from '../codec/representation.ts';
import type { Environment } from '../environment.ts';
import { notAcceptable, unroutedAccept, unsupportedMediaType } from '../failures.ts';
import type { MediaChoice, Offer } from '../media-type.ts';
import { bareMediaType, chooseMediaType, namesAny } from '../media-type.ts';
import type { TransformTarget } from '../transform-target.ts';
import { transformOf } from '../transform-target.ts';
import type { Target } from './target.ts';

const PRETTY_AGENTS = ['curl', 'Wget', 'Mozilla/5.0'];

/** @throws RequestRefused (406) */
export function negotiateAnswer({ representations }: Environment, { request, resource, warnings }: Target): MediaChoice {
  const { accept } = request.headers;
  const produced = representations.map(({ mediaType }) => mediaType);
  if (!resource.custom && !namesAny(accept, produced)) {
    // No handler is reached that warns of anything.
    warnings.clear();
    throw unroutedAccept(produced);
  }
  const choice = chooseMediaType(accept, representations, {
    allowsTransform: (offer, target) =>
      allows(offer, target, resource.custom ? representations.filter(({ custom }) => custom) : representations),
  });
  if (choice === undefined) throw notAcceptable(produced);
  return { ...choice, pretty: choice.pretty || wantsPretty(request) };
}

/** The same for a watch, whose events need framing. @throws RequestRefused (406) */
export function negotiateStream(environment: Environment, target: Target): MediaChoice {
  const choice = negotiateAnswer(environment, target);
  const streaming = environment.representations.filter(({ streams }) => streams);
  if (streaming.some(({ mediaType }) => mediaType === choice.mediaType)) return choice;
  throw notAcceptable(streaming.map(({ mediaType }) => `${mediaType};stream=watch`));
}

/** How the body is to be read. A body without a Content-Type is JSON. @throws RequestRefused (415) */
export function negotiateBody({ representations }: Environment, contentType: string): Representation {
  const wanted = contentType === '' ? 'application/json' : bareMediaType(contentType);
  const found = representations.find(({ mediaType }) => mediaType === wanted);
  if (found === undefined) throw unsupportedMediaType(representations.map(({ mediaType }) => mediaType));
  return found;
}

function allows(offer: Offer, target: TransformTarget | undefined, plain: readonly Representation[]): boolean {
  if (target === undefined) return plain.some(({ mediaType }) => mediaType === offer.mediaType);
  const transform = transformOf(target);
  if (transform === 'table') return offer.mediaType === 'application/json' || offer.mediaType === 'application/yaml';
  return transform !== undefined;
}

function wantsPretty({ query, headers }: Target['request']): boolean {
  const asked = query.get('pretty');
  if (asked !== null && asked !== '') return ['1', 't', 'true'].includes(asked.toLowerCase());
  return PRETTY_AGENTS.some((agent) => headers.userAgent.startsWith(agent));
}
