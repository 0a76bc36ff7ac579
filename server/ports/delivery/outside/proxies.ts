type Environment = Record<string, string | undefined>

/** The proxy that the usual variables name for a URL: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. */
export function proxyFor({ protocol, hostname, port }: URL, env: Environment): string | undefined {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined
  const proxy = protocol === 'https:' ? read('HTTPS_PROXY') : read('HTTP_PROXY')
  if (proxy === undefined) return undefined
  const at = port || (protocol === 'https:' ? '443' : '80')
  const exceptions = (read('NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean)
  return exceptions.some((exception) => isExcepted(exception, hostname, at)) ? undefined : proxy
}

/** `example.org` also stands for what is below it; so does `.example.org`; `*` stands for all. */
function isExcepted(exception: string, hostname: string, at: string): boolean {
  if (exception === '*') return true
  const [, host = '', port] = /^\*?\.?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(exception.toLowerCase()) ?? []
  if (host === '' || (port !== undefined && port !== at)) return false
  return hostname === host || hostname.endsWith(`.${host}`)
}
