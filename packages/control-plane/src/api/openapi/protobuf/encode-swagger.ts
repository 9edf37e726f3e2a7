// An OpenAPI v2 document as the protobuf message openapi.v2.Document of gnostic, whose field numbers these are (OpenAPIv2.proto).
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject } from '@rectrace/kube';
import { stringify } from 'yaml';
import type { Steps } from '../../steps.ts';
import type { Part } from './message-parts.ts';
import { double, each, fields, flag, inside, integer, named, oneOf, text, texts } from './message-parts.ts';

const YAML = 2;
const ENTRIES_A_STEP = 25;

export function* encodeSwagger(document: JsonObject): Steps<Uint8Array> {
  const { head, paths, definitions, end } = documentParts(new Map());
  const writer = new BinaryWriter();
  head(writer, document);
  for (const [number, part, held] of [[8, paths, document['paths']] as const, [9, definitions, document['definitions']] as const]) {
    if (!isJsonObject(held)) continue;
    writer.tag(number, WireType.LengthDelimited).fork();
    for (const some of entriesAtATime(held)) {
      yield;
      part(writer, some);
    }
    writer.join();
  }
  end(writer, document);
  return writer.finish();
}

/** The object in parts. */
function entriesAtATime(object: JsonObject): readonly JsonObject[] {
  const entries = Object.entries(object);
  return Array.from({ length: Math.ceil(entries.length / ENTRIES_A_STEP) }, (_, index) =>
    Object.fromEntries(entries.slice(index * ENTRIES_A_STEP, (index + 1) * ENTRIES_A_STEP)),
  );
}

/** Values of any form are carried as YAML. The same ones come often. */
type KnownYaml = Map<string, string>;

/** What is large is written by itself. */
type DocumentParts = { readonly head: Part; readonly paths: Part; readonly definitions: Part; readonly end: Part };

function documentParts(known: KnownYaml): DocumentParts {
  const any: Part = (writer, value) => writer.tag(YAML, WireType.LengthDelimited).string(yamlOf(value, known));
  const extensions = (number: number): Part => named(number, any, (name) => name.startsWith('x-'));
  const schema = schemaPart(any, extensions);
  const parameter = parameterPart({ any, extensions, schema });
  const paths: readonly Part[] = [extensions(1), named(2, pathPart(parameter, { schema, extensions }), (name) => name.startsWith('/'))];
  return {
    head: fields({
      swagger: text(1),
      info: inside(2, fields({ title: text(1), version: text(2), description: text(3) }, [extensions(7)])),
      host: text(3),
      basePath: text(4),
      schemes: texts(5),
      consumes: texts(6),
      produces: texts(7),
    }),
    paths: fields({}, paths),
    definitions: named(1, schema),
    end: fields(
      {
        parameters: inside(10, named(1, parameter)),
        responses: inside(11, named(1, responsePart({ schema, extensions }))),
        security: each(12, named(1, texts(1))),
        securityDefinitions: inside(13, named(1, inside(2, apiKey(extensions)))),
      },
      [extensions(16)],
    ),
  };
}

type Extensions = (number: number) => Part;

function apiKey(extensions: Extensions): Part {
  return fields({ type: text(1), name: text(2), in: text(3), description: text(4) }, [extensions(5)]);
}

function schemaPart(any: Part, extensions: Extensions): Part {
  const schema: Part = (writer, value) => whole(writer, value);
  const whole = fields(
    {
      $ref: text(1),
      format: text(2),
      title: text(3),
      description: text(4),
      default: inside(5, any),
      multipleOf: double(6),
      maximum: double(7),
      exclusiveMaximum: flag(8),
      minimum: double(9),
      exclusiveMinimum: flag(10),
      maxLength: integer(11),
      minLength: integer(12),
      pattern: text(13),
      maxItems: integer(14),
      minItems: integer(15),
      uniqueItems: flag(16),
      maxProperties: integer(17),
      minProperties: integer(18),
      required: texts(19),
      enum: each(20, any),
      additionalProperties: inside(
        21,
        oneOf((value) => (typeof value === 'boolean' ? said(2) : inside(1, schema))),
      ),
      type: inside(22, texts(1)),
      items: inside(23, inside(1, schema)),
      allOf: each(24, schema),
      properties: inside(25, named(1, schema)),
      discriminator: text(26),
      readOnly: flag(27),
      example: inside(30, any),
    },
    [extensions(31)],
  );
  return schema;
}

/** A boolean of a choice, which is written where it is false as well. */
function said(number: number): Part {
  return (writer, value) => {
    writer.tag(number, WireType.Varint).bool(value === true);
  };
}

type Parts = { readonly any: Part; readonly extensions: Extensions; readonly schema: Part };

/** Parameters in the query have one field that the others lack, which moves the numbers after it. */
function parameterPart({ any, extensions, schema }: Parts): Part {
  const body = fields({ description: text(1), name: text(2), in: text(3), required: flag(4), schema: inside(5, schema) }, [extensions(6)]);
  const plain = (shift: number): Part =>
    fields(
      {
        required: flag(1),
        in: text(2),
        description: text(3),
        name: text(4),
        ...(shift === 0 ? {} : { allowEmptyValue: flag(5) }),
        type: text(5 + shift),
        format: text(6 + shift),
        collectionFormat: text(8 + shift),
        default: inside(9 + shift, any),
        uniqueItems: flag(19 + shift),
        enum: each(20 + shift, any),
      },
      [extensions(22 + shift)],
    );
  const kinds: Readonly<Record<string, Part>> = {
    body: inside(1, body),
    header: inside(2, inside(1, plain(0))),
    formData: inside(2, inside(2, plain(1))),
    query: inside(2, inside(3, plain(1))),
    path: inside(2, inside(4, plain(0))),
  };
  return oneOf((value) => kinds[placeOf(value)] ?? fields({}));
}

function placeOf(parameter: Json): string {
  const place = isJsonObject(parameter) ? parameter['in'] : undefined;
  return typeof place === 'string' ? place : '';
}

function reference(number: number): Part {
  return inside(number, fields({ $ref: text(1), description: text(2) }));
}

function isReference(value: Json): boolean {
  return isJsonObject(value) && value['$ref'] !== undefined;
}

function responsePart({ schema, extensions }: Omit<Parts, 'any'>): Part {
  return fields({ description: text(1), schema: inside(2, inside(1, schema)) }, [extensions(5)]);
}

function pathPart(parameter: Part, { schema, extensions }: Omit<Parts, 'any'>): Part {
  const parameters = oneOf((value) => (isReference(value) ? reference(2) : inside(1, parameter)));
  const response = responsePart({ schema, extensions });
  const responses = oneOf((value) => (isReference(value) ? reference(2) : inside(1, response)));
  const operation = fields(
    {
      tags: texts(1),
      summary: text(2),
      description: text(3),
      operationId: text(5),
      produces: texts(6),
      consumes: texts(7),
      parameters: each(8, parameters),
      responses: inside(9, fields({}, [named(1, responses, (name) => !name.startsWith('x-')), extensions(2)])),
      schemes: texts(10),
      deprecated: flag(11),
    },
    [extensions(13)],
  );
  const verbs = { get: 2, put: 3, post: 4, delete: 5, options: 6, head: 7, patch: 8 };
  const operations = Object.fromEntries(Object.entries(verbs).map(([verb, number]) => [verb, inside(number, operation)]));
  return fields({ $ref: text(1), ...operations, parameters: each(9, parameters) }, [extensions(10)]);
}

function yamlOf(value: Json, known: KnownYaml): string {
  const key = formatJson(value);
  const written = known.get(key) ?? writeYaml(value);
  known.set(key, written);
  return written;
}

/** As Go's library writes it: in single quotes what needs quotes, but for empty texts. */
function writeYaml(value: Json): string {
  return stringify(value, { version: '1.1', lineWidth: 0, singleQuote: true }).replaceAll(/(^|[:-] )''$/gm, '$1""');
}
