import type { FastifyRequest } from 'fastify'

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether somebody at this machine asks, and nobody else could: the service listens on loopback alone, the connection
 * comes from there, no proxy has passed it on, and the browser has opened a loopback address. Without the last one, a
 * page of any site could have its name resolve to this machine (DNS rebinding).
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
  const { host } = headers
  return (
    listening.length > 0 &&
    listening.every(isLoopback) &&
    isLoopback(from) &&
    typeof host === 'string' &&
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host) &&
    !forwarding.some((name) => name in headers)
  )
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address))
}
