import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type Host, PortError } from '@portico/contract/ports/kit'
import { isWithin, type Reach, whyOutOfReach } from './addresses.ts'
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

export type Outbound = Pick<Host, 'fetch' | 'fetchLarge' | 'resolve' | 'proxyFor'> & {
  close(): Promise<void>
}

const mostRedirects = 5

/**
 * `fetch` for calls to other systems: it takes only so long and so much, goes to no other host than it was told, and to
 * no private address unless it may. A name is resolved once, and the connection goes to the address that was checked.
 */
export function openOutbound(options: OutboundOptions): Outbound {
  const { reach, env, connectMs = 10_000, totalMs = 60_000, mostBytes = 64 * 1024 ** 2 } = options
  // Not before it is needed: it is a twelfth of a start, and most bindings of most starts call nobody by it.
  const undici = () => import('undici')
  const agents = new Map<string, Promise<import('undici').Dispatcher>>()

  const dispatcherFor = (url: URL, isLarge: boolean) => {
    const proxy = proxyFor(url, env)
    const name = `${isLarge} ${proxy}`
    const made = agents.get(name) ?? agentOf(proxy, isLarge)
    agents.set(name, made)
    return made
  }
  const agentOf = async (proxy: string | undefined, isLarge: boolean) => {
    const { Agent, ProxyAgent } = await undici()
    const times = { headersTimeout: totalMs, bodyTimeout: totalMs }
    const limits = isLarge ? times : { ...times, maxResponseSize: mostBytes }
    if (proxy !== undefined) return new ProxyAgent({ uri: proxy, ...limits })
    const connect = { timeout: connectMs, lookup: guarded(reach, options.lookup ?? dnsLookup) }
    return new Agent({ ...limits, connect })
  }

  const go = async (
    url: URL,
    init: RequestInit,
    { isLarge, redirects }: { isLarge: boolean; redirects: number },
  ): Promise<Response> => {
    refuseAddress(url, reach)
    const { fetch: undiciFetch } = await undici()
    const asked = { ...init, redirect: 'manual', dispatcher: await dispatcherFor(url, isLarge) }
    const response = (await undiciFetch(url, asked as never)) as unknown as Response
    const place = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || response.status === 304 || place === null)
      return response
    await response.body?.cancel()
    if (init.redirect === 'error')
      throw new PortError('unavailable', `${url.host} redirects, which is not followed.`)
    const next = redirected(url, place, response.status, init.method, redirects)
    return go(next, init, { isLarge, redirects: redirects + 1 })
  }

  const fetchWith =
    (isLarge: boolean): typeof fetch =>
    async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const late = new AbortController()
      const beLate = () => late.abort(new DOMException('The response took too long.', 'TimeoutError'))
      const timer = setTimeout(beLate, totalMs).unref()
      const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
      try {
        const response = await go(url, { ...init, signal }, { isLarge, redirects: 0 })
        if (isLarge) clearTimeout(timer)
        return response
      } catch (error) {
        clearTimeout(timer)
        if (init.signal?.aborted) throw error
        throw inWords(error, url, late.signal.aborted)
      }
    }

  return {
    fetch: fetchWith(false),
    fetchLarge: fetchWith(true),
    resolve: (hostname) => resolved(hostname, reach, options.lookup ?? dnsLookup),
    proxyFor: (url) => proxyFor(url, env),
    async close() {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()))
    },
  }
}

function refuseAddress({ protocol, hostname }: URL, reach: Reach) {
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new PortError('refused', `A URL begins with http or https, not with ${protocol}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  // A name is checked when it is resolved; an address never is.
  if (isIP(host) && !isWithin(reach, host)) throw outOfReach(host, [host], reach)
}

const outOfReach = (host: string, addresses: readonly string[], reach: Reach): PortError =>
  new PortError('refused', `The binding is to call ${host}, which ${whyOutOfReach(addresses, reach)}.`)

/** The first address of a host that is within reach. */
async function resolved(
  hostname: string,
  reach: Reach,
  lookup: typeof dnsLookup,
): Promise<{ address: string; family: 4 | 6 }> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family !== 0) {
    if (!isWithin(reach, host)) throw outOfReach(host, [host], reach)
    return { address: host, family: family === 6 ? 6 : 4 }
  }
  return new Promise((found, failed) => {
    guarded(reach, lookup)(host, {}, (error, address, family) => {
      if (!error) return found({ address: String(address), family: family === 6 ? 6 : 4 })
      const { code } = error
      failed(
        error instanceof PortError
          ? error
          : new PortError('unavailable', `${host} cannot be reached: ${code ?? error.message}.`, {
              cause: error,
            }),
      )
    })
  })
}

/** Only addresses within reach are left to connect to. */
function guarded(reach: Reach, lookup: typeof dnsLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as unknown as LookupAddress[]
      if (error) return callback(error, [])
      const reached = addresses.filter(({ address }) => isWithin(reach, address))
      const [first] = reached
      const all = addresses.map(({ address }) => address)
      if (!first) return callback(outOfReach(hostname, all, reach) as never, [])
      if (options.all) callback(null, reached)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * A redirect may lead to another path of the same host, never elsewhere, and never changes what is asked. Any other is
 * no answer, such as the page of a maintenance or of a sign-in: it is tried again.
 */
function redirected(from: URL, place: string, status: number, method = 'GET', redirects: number): URL {
  if (redirects >= mostRedirects) throw new PortError('unavailable', `${from.host} redirects in circles.`)
  if (!URL.canParse(place, from)) throw new PortError('unavailable', `${from.host} redirects to no address.`)
  const to = new URL(place, from)
  if (to.host !== from.host || (from.protocol === 'https:' && to.protocol !== 'https:'))
    throw new PortError('unavailable', `${from.host} redirects to another host, which is not followed.`)
  const isRepeatable = status === 307 || status === 308 || method === 'GET' || method === 'HEAD'
  if (!isRepeatable)
    throw new PortError(
      'unavailable',
      `${from.host} redirects by ${status}, which would not repeat a ${method}.`,
    )
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
    return new PortError('unavailable', `${host} sent a response that is too large.`, { cause: error })
  return new PortError('unavailable', `${host} cannot be reached: ${code || message}.`, { cause: error })
}
