/**
 * A small description with everything that the docs page can meet: references, choices,
 * hostility.
 */
export function sampleOpenapi(text = 'plain text') {
  return {
    openapi: '3.1.0',
    info: { title: `Sample ${text}`, version: '1.2.3', description: `About. ${text}` },
    servers: [{ url: 'http://127.0.0.1:4000/' }],
    tags: [{ name: 'Things', description: text }],
    paths: {
      '/things/{id}': {
        get: {
          tags: ['Things'],
          summary: `Read a thing ${text}`,
          security: [{ apiKey: [] }, { session: [] }],
          parameters: [
            { $ref: '#/components/parameters/Id' },
            { name: 'depth', in: 'query', required: true, schema: { type: 'integer' }, example: 3 },
          ],
          responses: {
            200: {
              description: text,
              headers: { ETag: { description: text, schema: { type: 'string' } } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            },
            404: { $ref: '#/components/responses/Missing' },
          },
        },
      },
      '/things': {
        post: {
          tags: ['Things'],
          summary: 'Make a thing',
          description: `Uses \`code\` and ${text}`,
          security: [],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: 'string', description: text, examples: [text] },
                    parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
                  },
                },
                examples: { one: { value: { name: text } } },
              },
            },
          },
          responses: { 201: { description: 'Made.' } },
        },
      },
      '/untagged': { delete: { summary: 'No tag', responses: { 204: { description: 'Gone.' } } } },
    },
    components: {
      parameters: {
        Id: {
          name: 'id',
          in: 'path',
          required: true,
          schema: { type: 'string' },
          description: text,
        },
      },
      responses: {
        Missing: {
          description: '`not_found`: Nothing found.',
          content: { 'application/problem+json': { schema: true } },
        },
      },
      schemas: {
        Thing: {
          oneOf: [
            {
              type: 'object',
              required: ['kind'],
              properties: { kind: { const: 'leaf' }, size: { type: ['integer', 'null'] } },
            },
            {
              type: 'object',
              required: ['kind', 'inner'],
              properties: {
                kind: { const: 'branch' },
                inner: { $ref: '#/components/schemas/Thing' },
              },
            },
          ],
        },
      },
    },
  }
}
