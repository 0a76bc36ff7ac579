import {
  type Adapter,
  type AdapterDefinition,
  address,
  type Bytes,
  type CallContext,
  type FileRef,
  type PortDeclaration,
  PortError,
  type PortErrorCode,
  portErrorCodes,
  secret,
} from '@portico/contract/ports/kit'
import { signedHeaders } from '@portico/contract/ports/signature'
import Type from '@portico/contract/type'
import { retryAfterMs } from './retry-after.ts'

const options = Type.Object({
  url: address('Where the calls go: each to a path of its own name behind this URL', {
    examples: ['https://print.example.org/portico'],
  }),
  secret: secret('What both sides sign with: `whsec_` and 24 to 64 bytes as Base64'),
})

/** The most that an answer may say; bytes of a document are not counted here. */
const mostJson = 4 * 1024 ** 2

/** An adapter for any port: its calls as signed POSTs, so the other side may be written in any language. */
export function httpAdapter<Port extends PortDeclaration>(
  port: Port,
): AdapterDefinition<Port, typeof options> {
  return {
    port,
    name: 'http',
    does: 'Makes the calls as signed POSTs to a service of your own.',
    options,
    async open({ url, secret }, host) {
      const post = async (
        path: string,
        value: object,
        call: { key: string; attempt: number; signal: AbortSignal },
      ) => {
        const body = JSON.stringify(value)
        const response = await host.fetch(`${url.replace(/\/$/, '')}/${path}`, {
          method: 'POST',
          body,
          signal: call.signal,
          headers: {
            'content-type': 'application/json',
            ...signedHeaders(call.key, host.now(), body, secret),
            'portico-port': port.name,
            'portico-spec': String(port.spec),
            'portico-attempt': String(call.attempt),
          },
        })
        if (response.status !== 200) throw await errorOf(response, host.now())
        return response
      }
      const learn = async (signal: AbortSignal): Promise<string[]> => {
        const key = `capabilities-${host.binding}-${host.now().getTime()}`
        const told = await jsonOf(await post('capabilities', {}, { key, attempt: 1, signal }))
        const { port: name, spec, supports } = (told ?? {}) as Record<string, unknown>
        if (name !== port.name || spec !== port.spec || !Array.isArray(supports))
          throw new PortError(
            'invalid',
            `The other side does not serve version ${port.spec} of ${port.name}.`,
          )
        return supports.filter((one) => Object.hasOwn(port.supports, one as string)) as string[]
      }
      let supports = await learn(AbortSignal.timeout(10_000))
      const calls = Object.entries(port.calls).map(([name, declared]) => [
        name,
        async (input: object, context: CallContext) => {
          if (declared.needs !== undefined && !supports.includes(declared.needs))
            throw new PortError('notSupported', `The other side does not support ${declared.needs}.`)
          const response = await post(name, { input: await withLinks(input, context) }, context)
          if (declared.answersBytes) return response.body as Bytes
          return ((await jsonOf(response)) as { output?: unknown } | undefined)?.output ?? {}
        },
      ])
      const adapter = {
        get supports() {
          return supports
        },
        calls: Object.fromEntries(calls),
        async check(signal: AbortSignal) {
          supports = await learn(signal)
        },
      }
      return adapter as unknown as Adapter<Port>
    },
  }
}

/** Files get the URL that the other side can read them from. */
async function withLinks(input: unknown, context: CallContext): Promise<unknown> {
  if (Array.isArray(input)) return Promise.all(input.map((one) => withLinks(one, context)))
  if (typeof input !== 'object' || input === null) return input
  if (isFile(input)) return context.link ? { ...input, url: await context.link(input) } : input
  const members = Object.entries(input).map(async ([name, value]) => [name, await withLinks(value, context)])
  return Object.fromEntries(await Promise.all(members))
}

function isFile(value: object): value is FileRef {
  const { name, mediaType, size, sha256 } = value as Partial<FileRef>
  return [name, mediaType, sha256].every((one) => typeof one === 'string') && typeof size === 'number'
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await textOf(response, mostJson)
  try {
    return JSON.parse(text)
  } catch {
    throw new PortError('invalid', 'The other side answers with something that is not JSON.')
  }
}

async function textOf(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > most) {
      await response.body?.cancel().catch(() => {})
      throw new PortError('invalid', 'The other side answers with more than is taken.')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** What an answer that is none says: a PortError. */
export async function errorOf(response: Response, now: Date): Promise<PortError> {
  const told = await textOf(response, 64 * 1024)
    .then((text) => JSON.parse(text) as { error?: unknown; code?: unknown })
    .catch(() => undefined)
  const code = isCode(told?.code) ? told.code : codeOf(response.status)
  const sentence =
    typeof told?.error === 'string' ? told.error.slice(0, 500) : `The other side answers ${response.status}.`
  const afterMs = retryAfterMs(response.headers.get('retry-after'), now)
  return new PortError(code, sentence, afterMs === undefined ? {} : { retryAfterMs: afterMs })
}

const isCode = (code: unknown): code is PortErrorCode =>
  typeof code === 'string' && Object.hasOwn(portErrorCodes, code)

const codes: Record<number, PortErrorCode> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'notSupported',
  405: 'notSupported',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  429: 'rateLimited',
  501: 'notSupported',
}

function codeOf(status: number): PortErrorCode {
  return codes[status] ?? (status >= 500 ? 'unavailable' : status >= 400 ? 'refused' : 'invalid')
}
