// The OpenAPI documents of the built-in kinds, packed into this package and unpacked once they are asked for.
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { builtOnce } from '../api/built-once.ts';
import type { OpenApiDocument, OpenApiDocuments, OpenApiSource } from '../api/openapi/openapi-source.ts';

const unpack = promisify(brotliDecompress);

type Unpacked = { readonly documents: OpenApiDocuments; readonly swagger: OpenApiDocument };

export function packedOpenApi(): OpenApiSource {
  const load = builtOnce(read);
  return { documents: async () => (await load()).documents, swagger: async () => (await load()).swagger };
}

async function read(): Promise<Unpacked> {
  const { PACKED_OPENAPI } = await import('../api/generated/packed-openapi.ts');
  const bytes = await unpack(Buffer.from(PACKED_OPENAPI, 'base64'));
  const { documents, swagger } = JSON.parse(bytes.toString()) as {
    readonly documents: Readonly<Record<string, OpenApiDocument>>;
    readonly swagger: OpenApiDocument;
  };
  return { documents: new Map(Object.entries(documents)), swagger };
}
