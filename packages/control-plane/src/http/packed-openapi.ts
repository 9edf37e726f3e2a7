// The OpenAPI documents of the built-in kinds, packed into this package and unpacked once they are asked for.
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { OpenApiDocument, OpenApiDocuments, OpenApiSource } from '../api/openapi/openapi-source.ts';

const unpack = promisify(brotliDecompress);

export function packedOpenApi(): OpenApiSource {
  let unpacked: Promise<OpenApiDocuments> | undefined;
  return {
    documents: () => {
      unpacked ??= load();
      return unpacked;
    },
  };
}

async function load(): Promise<OpenApiDocuments> {
  const { PACKED_OPENAPI } = await import('../api/generated/packed-openapi.ts');
  const bytes = await unpack(Buffer.from(PACKED_OPENAPI, 'base64'));
  return new Map(Object.entries(JSON.parse(bytes.toString()) as Readonly<Record<string, OpenApiDocument>>));
}
