/** Index at which Go's decoder of standard base64 gives up; undefined where all is well. Of a text without line breaks, which Go passes over. */
export function badBase64(text: string): number | undefined {
  const body = /^[A-Za-z0-9+/]*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(body);
  const open = body % 4;
  if (rest === '') return open === 0 ? undefined : body - open;
  return rest.startsWith('=') && open >= 2 ? badPadding(rest, { body, wanted: 4 - open }) : body;
}

function badPadding(rest: string, { body, wanted }: { readonly body: number; readonly wanted: number }): number | undefined {
  if (rest.length < wanted) return body + rest.length;
  const second = wanted === 2 && rest[1] !== '=';
  if (second) return body + 1;
  return rest.length > wanted ? body + wanted : undefined;
}
