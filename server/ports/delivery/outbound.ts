import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { PortError } from '@portico/contract/ports/kit'
import { isWithin, type Reach } from './addresses.ts'
import { proxyFor } from './proxies.ts'

export type OutboundOptions = {
  reach: Reach
  env: Record<string, string | undefined>
  connectMs?: number
  /** For the whole of a request, its answer included. */
  totalMs?: number
  mostBytes?: number
  /** How names become addresses. */
  lookup?: typeof dnsLookup
}

export type Outbound = { fetch: typeof fetch; close(): Promise<void> }

const mostRedirects = 5

/**
 * `fetch` for calls to other systems: it takes only so long and so much, goes to no other host than it was told, and to
 * no private address unless it may. A name is resolved once, and the connection goes to the address that was checked.
 */
export function openOutbound(options: OutboundOptions): Outbound {
  const { reach, env, connectMs = 10_000, totalMs = 60_000, mostBytes = 64 * 1024 ** 2 } = options
  const limits = { headersTimeout: totalMs, bodyTimeout: totalMs, maxResponseSize: mostBytes }
  const undici = import('undici')
  let direct: Promise<import('undici').Agent> | undefined
  const proxies = new Map<string, import('undici').ProxyAgent>()

  const dispatcherFor = async (url: URL) => {
    const { Agent, ProxyAgent } = await undici
    const proxy = proxyFor(url, env)
    if (proxy === undefined) {
      const connect = { timeout: connectMs, lookup: guarded(reach, options.lookup ?? dnsLookup) }
      direct ??= Promise.resolve(new Agent({ ...limits, connect }))
      return direct
    }
    const found = proxies.get(proxy) ?? new ProxyAgent({ uri: proxy, ...limits })
    proxies.set(proxy, found)
    return found
  }

  const go = async (url: URL, init: RequestInit, redirects: number): Promise<Response> => {
    refuseAddress(url, reach)
    const { fetch: undiciFetch } = await undici
    const asked = { ...init, redirect: 'manual', dispatcher: await dispatcherFor(url) }
    const response = (await undiciFetch(url, asked as never)) as unknown as Response
    const place = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || response.status === 304 || place === null)
      return response
    await response.body?.cancel()
    return go(redirected(url, place, response.status, init.method, redirects), init, redirects + 1)
  }

  return {
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input)
      const deadline = AbortSignal.timeout(totalMs)
      const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
      try {
        return await go(url, { ...init, signal }, 0)
      } catch (error) {
        if (init.signal?.aborted) throw error
        throw inWords(error, url, deadline.aborted)
      }
    },
    async close() {
      await Promise.all([(await direct)?.destroy(), ...[...proxies.values()].map((proxy) => proxy.destroy())])
    },
  }
}

function refuseAddress({ protocol, hostname }: URL, reach: Reach) {
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new PortError('refused', `A URL begins with http or https, not with ${protocol}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  // A name is checked when it is resolved; an address never is.
  if (isIP(host) && !isWithin(reach, host)) throw outOfReach(host)
}

function outOfReach(host: string): PortError {
  return new PortError(
    'refused',
    `${host} is no address that this binding may reach: privateAddresses in its configuration opens private ones.`,
  )
}

/** Only addresses within reach are left to connect to. */
function guarded(reach: Reach, lookup: typeof dnsLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as unknown as LookupAddress[]
      if (error) return callback(error, [])
      const reached = addresses.filter(({ address }) => isWithin(reach, address))
      const [first] = reached
      if (!first) return callback(outOfReach(hostname) as never, [])
      if (options.all) callback(null, reached)
      else callback(null, first.address, first.family)
    })
  }
}

/** A redirect may lead to another path of the same host, never elsewhere, and never changes what is asked. */
function redirected(from: URL, place: string, status: number, method = 'GET', redirects: number): URL {
  if (redirects >= mostRedirects) throw new PortError('invalid', `${from.host} redirects in circles.`)
  if (!URL.canParse(place, from)) throw new PortError('invalid', `${from.host} redirects to no address.`)
  const to = new URL(place, from)
  if (to.host !== from.host || (from.protocol === 'https:' && to.protocol !== 'https:'))
    throw new PortError('refused', `${from.host} redirects to another host, which is not followed.`)
  const isRepeatable = status === 307 || status === 308 || method === 'GET' || method === 'HEAD'
  if (!isRepeatable)
    throw new PortError('invalid', `${from.host} redirects by ${status}, which would not repeat a ${method}.`)
  return to
}

function inWords(error: unknown, { host }: URL, isTooLate: boolean): PortError {
  if (error instanceof PortError) return error
  const { cause } = (error ?? {}) as { cause?: unknown }
  if (cause instanceof PortError) return cause
  const { code = '', message = '' } = (cause ?? error ?? {}) as { code?: string; message?: string }
  if (isTooLate || /TIMEOUT|ETIMEDOUT/.test(code))
    return new PortError('timeout', `${host} did not answer in time.`, { cause: error })
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new PortError('invalid', `${host} answers with more than is taken.`, { cause: error })
  return new PortError('unavailable', `${host} cannot be reached: ${code || message}.`, { cause: error })
}
