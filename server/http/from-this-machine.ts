import type { FastifyRequest } from 'fastify'

/** What proxies, tunnels and content delivery networks add; some of them rewrite `Host`, and none of them adds nothing. */
const forwarding =
  /^(forwarded|via|client-ip|(x-)?(real|client|cluster-client|true-client)-ip|true-client-ip|x-(forwarded|original|envoy|amzn|appengine|azure|arr|vercel|proxy|proxied)(-.*)?|(cf|cdn|fastly|fly|akamai|ngrok|tailscale|ali-cdn)-.*)$/

/**
 * Whether somebody at this machine asks, and nobody else could: the service listens on loopback alone, the connection
 * comes from there, no proxy has passed it on, and the browser has opened a loopback address. Without the last one, a
 * page of any site could have its name resolve to this machine (DNS rebinding). A proxy that rewrites `Host` cannot hide
 * the page that asks: browsers say its `Origin` with every POST, and with a GET to another site.
 */
export function isFromThisMachine({ server, socket, headers }: FastifyRequest): boolean {
  return isOfThisMachine({
    listening: server.addresses().map((one) => (typeof one === 'string' ? one : one.address)),
    from: socket.remoteAddress,
    headers,
  })
}

export function isOfThisMachine({
  listening,
  from,
  headers,
}: {
  listening: readonly string[]
  from: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
}): boolean {
  const { host, origin, 'sec-fetch-site': site = 'same-origin' } = headers
  return (
    listening.length > 0 &&
    listening.every(isLoopback) &&
    isLoopback(from) &&
    typeof host === 'string' &&
    loopbackHost.test(host) &&
    (origin === undefined || isLoopbackOrigin(origin)) &&
    (site === 'same-origin' || site === 'none') &&
    !Object.keys(headers).some((name) => forwarding.test(name.toLowerCase()))
  )
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

function isLoopbackOrigin(origin: string | string[]): boolean {
  const [, host] = /^https?:\/\/(.*)$/i.exec(String(origin)) ?? []
  return host !== undefined && loopbackHost.test(host)
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address))
}
