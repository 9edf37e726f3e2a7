// How users name an object: KIND/NAME, KIND NAME or KIND/NAMESPACE/NAME, the kind in any form that kubectl takes.

/** An object as people name it. kind: as typed ('deploy', 'deployments.apps', 'Cluster.v1.apps.kubeblocks.io'). namespace: where one was given. */
type NamedTarget =
  | { readonly kind: 'target'; readonly word: string; readonly namespace?: string; readonly name: string }
  | { readonly kind: 'malformed'; readonly message: string };

/** words: 'KIND/NAME', 'KIND/NAMESPACE/NAME', or KIND and NAME as two. A name is what fits a segment of a URL's path. */
export function parseTarget(words: readonly string[]): NamedTarget {
  const parts = words.length === 1 ? (words[0] ?? '').split('/') : words;
  const [word = '', middle = '', last] = parts;
  const text = words.join(' ');
  if (parts.slice(0, -1).some((part) => part.includes(',')))
    return { kind: 'malformed', message: `'${text}' names several objects; name one, such as deploy/web` };
  if (parts.length < 2 || parts.length > (words.length === 1 ? 3 : 2) || parts.includes('') || word.includes('/'))
    return { kind: 'malformed', message: `'${text}' names no object; write KIND/NAME, such as deploy/web` };
  const name = last ?? middle;
  if (!isName(name)) return { kind: 'malformed', message: `'${name}' is no name of an object` };
  return last === undefined ? { kind: 'target', word, name } : { kind: 'target', word, namespace: middle, name };
}

function isName(text: string): boolean {
  return !/[/%\s]/.test(text) && text !== '.' && text !== '..';
}
