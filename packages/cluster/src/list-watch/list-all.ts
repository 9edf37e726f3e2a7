// A whole collection at one resourceVersion. A page token that expired makes it start over.

import type { Cancellation, KubeObject, ListFrom, ListWatch, ListWatchQuery } from '@rectrace/kube';
import { isExpiredError } from '../errors.ts';

export type Listed = { readonly resourceVersion: string; readonly items: readonly KubeObject[] };

const RESTARTS = 3;

/** @throws ApiError, TransportError; the 410 of an exact version too. */
export async function listAll(
  source: Pick<ListWatch, 'list'>,
  { query, ...options }: { readonly query: ListWatchQuery; readonly from: ListFrom; readonly signal: Cancellation },
): Promise<Listed> {
  for (let restart = 0; ; restart += 1) {
    const pages: (readonly KubeObject[])[] = [];
    let resourceVersion = '';
    try {
      for await (const page of source.list(query, options)) {
        resourceVersion = page.resourceVersion;
        pages.push(page.items);
      }
      return { resourceVersion, items: pages.flat() };
    } catch (error) {
      const later = resourceVersion !== '';
      if (!later || options.from.kind === 'exact' || restart >= RESTARTS || !isExpiredError(error)) throw error;
    }
  }
}
