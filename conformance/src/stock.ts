// Objects and patches that many cases start from: stock.yaml.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import { mergePatch } from './merge-patch.ts';
import { parseYaml } from './parse-yaml.ts';

export type Stock = { readonly objects: JsonObject; readonly patches: JsonObject };

export function readStock(): Stock {
  const file = 'stock.yaml';
  const [stock] = parseYaml(readFileSync(join(import.meta.dirname, '..', file), 'utf8'), file);
  const { objects, patches } = isJsonObject(stock) ? stock : {};
  if (!isJsonObject(objects) || !isJsonObject(patches)) throw new Error(`${file}: needs objects and patches`);
  return { objects, patches };
}

/** An object as a case gives it: in full, or `like` one of the stock with what differs. */
export function objectOf(body: Json, { stock, where }: { readonly stock: Stock; readonly where: string }): JsonObject {
  if (!isJsonObject(body)) throw new Error(`${where}: not a map`);
  const { like, ...rest } = body;
  if (like === undefined) return body;
  const base = stock.objects[String(like)];
  if (!isJsonObject(base)) throw new Error(`${where}: no ${String(like)} in the stock`);
  return mergePatch(base, rest);
}

/** A patch as a step gives it: in full, by its name in the stock, or several of these. */
export function patchesOf(
  set: Json | undefined,
  { stock, where }: { readonly stock: Stock; readonly where: string },
): readonly JsonObject[] {
  if (set === undefined) return [];
  const given: readonly Json[] = Array.isArray(set) ? set : [set];
  return given.map((patch) => {
    const found = typeof patch === 'string' ? stock.patches[patch] : patch;
    if (!isJsonObject(found)) throw new Error(`${where}: no patch ${String(patch)} in the stock`);
    return found;
  });
}
