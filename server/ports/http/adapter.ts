import {
  type Adapter,
  type AdapterDefinition,
  address,
  type Bytes,
  type CallContext,
  errorInAnswer,
  type FileRef,
  type PortDeclaration,
  PortError,
  secret,
} from '@portico/contract/ports/kit'
import { signedHeaders } from '@portico/contract/ports/signature'
import Type from '@portico/contract/type'
import { retryAfterMs } from './retry-after.ts'

const options = Type.Object({
  url: address('Where the calls go: each to a path of its own name behind this URL', {
    schemes: ['http', 'https'],
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
        call: { key: string; attempt: number; signal: AbortSignal; isLarge?: boolean },
      ) => {
        const body = JSON.stringify(value)
        const send = call.isLarge ? host.fetchLarge : host.fetch
        const response = await send(`${url.replace(/\/$/, '')}/${path}`, {
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
            'unavailable',
            `The other side does not serve version ${port.spec} of ${port.name}.`,
          )
        return supports.filter((support) => Object.hasOwn(port.supports, support as string)) as string[]
      }
      let supports = await learn(AbortSignal.timeout(10_000))
      const calls = Object.entries(port.calls).map(([name, declared]) => [
        name,
        async (input: object, context: CallContext) => {
          if (declared.needs !== undefined && !supports.includes(declared.needs))
            throw new PortError('notSupported', `The other side does not support ${declared.needs}.`)
          const isLarge = declared.answersBytes === true
          const linked = await withLinks(input, context)
          const response = await post(name, { input: linked }, { ...context, isLarge })
          if (isLarge) return response.body as Bytes
          return outputOf(await jsonOf(response))
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
  const text = await textOf(response, mostJson).catch((error) => {
    if (error instanceof Error && (error.name === 'PortError' || error.name === 'TimeoutError')) throw error
    throw new PortError('unavailable', 'The other side broke off its answer.', { cause: error })
  })
  try {
    return JSON.parse(text)
  } catch {
    throw notTheAdapter('something that is not JSON')
  }
}

function outputOf(answer: unknown): object {
  const { output } = (answer ?? {}) as { output?: unknown }
  if (typeof output === 'object' && output !== null) return output
  throw notTheAdapter('something that has no output')
}

/** The page of a proxy, or of whatever else stands there while the adapter does not: it may be back later. */
const notTheAdapter = (what: string) => new PortError('unavailable', `The other side answers with ${what}.`)

/** The body of an answer, unless it is longer than it may be. */
export async function textOf(response: Response, most: number): Promise<string> {
  const { headers } = response
  const isShort = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= most
  // What is compressed may be far longer than it says.
  if (isShort && headers.get('content-encoding') === null) return response.text()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > most) {
      await response.body?.cancel().catch(() => {})
      throw new PortError('unavailable', 'The other side sent a response that is too large.')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** What an answer that is none says: a PortError. */
export async function errorOf(response: Response, now: Date): Promise<PortError> {
  const { status, headers } = response
  // What is too long to be read is a page, too.
  const text = await textOf(response, 64 * 1024).catch(() => '<')
  const { code, error = `The other side answers ${status}.` } = errorInAnswer(status, text)
  const afterMs = retryAfterMs(headers.get('retry-after'), now)
  return new PortError(code, error.slice(0, 500), afterMs === undefined ? {} : { retryAfterMs: afterMs })
}
