import { ports } from './ports/all.ts'
import type { PortDeclaration } from './ports/kit.ts'

type Json = { [key: string]: unknown }

/** Headers of every call to an adapter over HTTP, as Standard Webhooks has them and two of our own. */
const headers = {
  'webhook-id': 'The key of the call: the same on every attempt, and the same key is the same work',
  'webhook-timestamp': 'Seconds since 1970',
  'webhook-signature': '`v1,` and the HMAC-SHA256 of ID, timestamp and body, joined by dots, in Base64',
  'portico-port': 'The port that the call belongs to',
  'portico-spec': 'The version of the port',
  'portico-attempt': 'Which attempt this is, from 1',
}

/**
 * The requests that the service makes: the calls of each port, to the address that a binding of the adapter `http` names.
 */
export function webhooks(plain: (schema: unknown) => unknown): Record<string, Json> {
  const all = (ports as readonly PortDeclaration[]).flatMap((port) =>
    Object.entries(port.calls).map(([call, declared]): [string, Json] => {
      const { does, input, output, answersBytes, needs } = declared
      const capability = needs === undefined ? '' : ` Made where the adapter supports \`${needs}\`.`
      return [
        `${port.name}.${call}`,
        {
          post: {
            operationId: `${port.name}.${call}`,
            tags: ['Boundary'],
            summary: `${port.title}: ${call}`,
            description: `${does}${capability} Sent to \`/${call}\` behind the address of the binding. Any status but 200 is an error, and an obligation is tried again.`,
            security: [],
            parameters: Object.entries(headers).map(([name, description]) => ({
              ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
            })),
            requestBody: json({ type: 'object', properties: { input: plain(input) }, required: ['input'] }),
            responses: {
              200: {
                description: 'Done, or the answer',
                ...(answersBytes
                  ? { content: { 'application/octet-stream': {} } }
                  : json({ type: 'object', properties: { output: plain(output) }, required: ['output'] })),
              },
              '4XX': { description: 'Refused; `{"error", "code"}` says why' },
            },
          },
        },
      ]
    }),
  )
  return Object.fromEntries(all)
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
