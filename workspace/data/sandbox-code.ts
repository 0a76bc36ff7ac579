import { keep, stored } from './kept.ts'

const key = 'portico.sandboxCode'

/** The start of a sandbox prints its address with a code; the browser remembers it, and the address bar does not. */
export function takeSandboxCode() {
  const [, code] = /^#code=([\w-]{1,100})$/.exec(location.hash) ?? []
  if (code === undefined) return
  keep(key, code)
  history.replaceState(history.state, '', location.pathname + location.search)
}

export const sandboxCode = () => stored(key, '')
